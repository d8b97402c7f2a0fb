/**
 * Who listens to which payment, or to all of a TPP, in this process: one LISTEN connection for all of them, whichever
 * replica made the move. A lost connection is made again by the driver, and everybody is told, for notifications may
 * have been missed.
 */
import type postgres from 'postgres';
import type { PaymentEvents } from '../operations/ports.ts';

export interface EventHub extends PaymentEvents {
  /** Begins to listen, on first use at the latest. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Listeners under keys; a key without listeners is forgotten. */
function listenersByKey<News>() {
  const kept = new Map<string, Set<(news: News) => void>>();
  return {
    add(key: string, listener: (news: News) => void): () => void {
      const set = kept.get(key) ?? new Set();
      kept.set(key, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && kept.get(key) === set) kept.delete(key);
      };
    },
    tell(key: string, news: News): void {
      for (const listener of kept.get(key) ?? []) listener(news);
    },
    tellAll(news: News): void {
      for (const set of [...kept.values()]) for (const listener of set) listener(news);
    },
    count: () => [...kept.values()].reduce((count, set) => count + set.size, 0),
    clear: () => kept.clear(),
  };
}

export function createEventHub(sql: postgres.Sql): EventHub {
  const ofPayments = listenersByKey<void>();
  const ofTpps = listenersByKey<readonly string[] | null>();
  let listening: Promise<{ unlisten(): Promise<void> }> | undefined;

  /** The payload names payments, then their TPP behind an `@` (functions.ts). */
  function hear(payload: string): void {
    const [ids = '', ...tpp] = payload.split(',@');
    const paymentIds = ids.split(',');
    for (const paymentId of paymentIds) ofPayments.tell(paymentId);
    if (tpp.length > 0) ofTpps.tell(tpp.join(',@'), paymentIds);
  }

  function start(): Promise<{ unlisten(): Promise<void> }> {
    listening ??= sql
      .listen('payment_status', hear, () => {
        ofPayments.tellAll();
        ofTpps.tellAll(null);
      })
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
      return ofPayments.add(paymentId, listener);
    },
    async watchAll(tppId, listener) {
      await start();
      return ofTpps.add(tppId, listener);
    },
    watching: () => ofPayments.count() + ofTpps.count(),
    async stop() {
      ofPayments.clear();
      ofTpps.clear();
      await (await listening?.catch(() => undefined))?.unlisten().catch(() => undefined);
    },
  };
}
