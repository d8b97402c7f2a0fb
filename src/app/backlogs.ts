import type { Clock, UnitOfWork } from '../operations/ports/stores.ts';

const countedAtMost = 10_000;

export function backlogs({ read }: UnitOfWork, clock: Clock, sandbox: boolean) {
  const late = (now: number, since: number | null) =>
    since === null ? 0 : Math.max(0, (now - since) / 1_000);
  return {
    /** Due work of the bank. */
    async backlog() {
      const now = clock();
      const { count, since } = await read.clock.backlog(now, sandbox, countedAtMost);
      return { count, lateSeconds: late(now, since) };
    },
    /** Orders that the core system has not confirmed. */
    async orders() {
      const { count, since } = await read.orders.backlog(countedAtMost);
      return { count, lateSeconds: late(clock(), since) };
    },
    /** Reports that are not read although the core system responds. */
    async reports() {
      const since = await read.reports.stalledSince();
      return { count: since === null ? 0 : 1, lateSeconds: late(clock(), since) };
    },
  };
}
