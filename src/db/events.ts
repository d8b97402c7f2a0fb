/**
 * Who listens to which payment, in this process: one LISTEN connection for all of them, whichever replica made the move.
 * A lost connection is made again by the driver, and everybody looks once more, for notifications may have been missed.
 */
import type postgres from 'postgres';
import type { PaymentEvents } from '../operations/ports.ts';

export interface EventHub extends PaymentEvents {
  /** Begins to listen, on first use at the latest. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createEventHub(sql: postgres.Sql): EventHub {
  const listeners = new Map<string, Set<() => void>>();
  let listening: Promise<{ unlisten(): Promise<void> }> | undefined;

  function wake(paymentId: string): void {
    for (const listener of listeners.get(paymentId) ?? []) listener();
  }

  function start(): Promise<{ unlisten(): Promise<void> }> {
    listening ??= sql
      .listen(
        'payment_status',
        (payload) => payload.split(',').forEach(wake),
        () => [...listeners.keys()].forEach(wake),
      )
      .catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
    return listening;
  }

  return {
    start: async () => {
      await start();
    },
    async watch(paymentId, listener) {
      await start();
      const set = listeners.get(paymentId) ?? new Set();
      listeners.set(paymentId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(paymentId) === set) listeners.delete(paymentId);
      };
    },
    watching: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
    async stop() {
      listeners.clear();
      await (await listening?.catch(() => undefined))?.unlisten().catch(() => undefined);
    },
  };
}
