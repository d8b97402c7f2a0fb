/** What waits in the database, for /metrics. */
import type { Clock, UnitOfWork } from '../operations/ports/stores.ts';

const countedAtMost = 10_000;

export function backlogs({ read }: UnitOfWork, clock: Clock, sandbox: boolean) {
  const late = (now: number, since: number | null) =>
    since === null ? 0 : Math.max(0, (now - since) / 1_000);
  return {
    /** The bank's work that is due. */
    async backlog() {
      const now = clock();
      const { count, since } = await read.clock.backlog(now, sandbox, countedAtMost);
      return { count, lateSeconds: late(now, since) };
    },
    /** Orders that a core system is not known to have. */
    async orders() {
      const { count, since } = await read.orders.backlog(countedAtMost);
      return { count, lateSeconds: late(clock(), since) };
    },
    /** Reports of a core system that are not read although it answers. */
    async reports() {
      const since = await read.reports.stalledSince();
      return { count: since === null ? 0 : 1, lateSeconds: late(clock(), since) };
    },
  };
}
