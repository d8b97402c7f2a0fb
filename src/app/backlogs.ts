import { orderStore, reportStore } from '../bank/core/orders/ports.ts';
import type { Clock, Stores } from '../operations/ports/stores.ts';

/** Counts stop here, because a larger backlog would take long to count. */
const maxCounted = 10_000;

export function createBacklogs(stores: () => Stores, clock: Clock, sandbox: boolean) {
  const secondsSince = (now: number, since: number | null) =>
    since === null ? 0 : Math.max(0, (now - since) / 1_000);
  async function ordersIn(state: 'WAITING' | 'STUCK') {
    const { count, since } = await stores().get(orderStore).backlog(state, maxCounted);
    return { count, lateSeconds: secondsSince(clock(), since) };
  }
  return {
    /** Work of the bank that is due. `lateSeconds` says how late the oldest piece of work is. */
    async backlog() {
      const now = clock();
      const { count, since } = await stores().clock.backlog(now, sandbox, maxCounted);
      return { count, lateSeconds: secondsSince(now, since) };
    },
    /** Orders that the core system has not confirmed. */
    orders: () => ordersIn('WAITING'),
    /** Orders that wait for an operator. */
    stoppedOrders: () => ordersIn('STUCK'),
    /** `count` is 1 while the service cannot read reports although the core system responds. */
    async reports() {
      const since = await stores().get(reportStore).stalledSince();
      return { count: since === null ? 0 : 1, lateSeconds: secondsSince(clock(), since) };
    },
  };
}
