/**
 * Who listens to which payment, or to all of a TPP, in this process: one LISTEN connection for all of them, whichever
 * replica made the move. When a lost connection stands again everybody is told, for notifications may have been missed.
 */
import type { PaymentEvents } from '../operations/ports.ts';
import type { DatabaseOptions } from './client.ts';
import { createListener } from './listener.ts';

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

export function createEventHub({ url, directUrl, applicationName }: DatabaseOptions): EventHub {
  const ofPayments = listenersByKey<void>();
  const ofTpps = listenersByKey<readonly string[] | null>();
  /** The payload names payments, then their TPP behind an `@` (functions.ts). */
  function hear(payload: string): void {
    const [ids = '', ...tpp] = payload.split(',@');
    const paymentIds = ids.split(',');
    for (const paymentId of paymentIds) ofPayments.tell(paymentId);
    if (tpp.length > 0) ofTpps.tell(tpp.join(',@'), paymentIds);
  }

  const listener = createListener({
    url: directUrl ?? url,
    applicationName,
    channel: 'payment_status',
    hear,
    back: () => {
      ofPayments.tellAll();
      ofTpps.tellAll(null);
    },
  });

  return {
    start: () => listener.start(),
    async watch(paymentId, told) {
      await listener.start();
      return ofPayments.add(paymentId, told);
    },
    async watchAll(tppId, told) {
      await listener.start();
      return ofTpps.add(tppId, told);
    },
    watching: () => ofPayments.count() + ofTpps.count(),
    async stop() {
      ofPayments.clear();
      ofTpps.clear();
      await listener.stop();
    },
  };
}
