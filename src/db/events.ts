/**
 * Listeners of this process to single payments and to all payments of a TPP, served by one LISTEN connection, whichever
 * replica changes a payment. After a lost connection is back all listeners are called: notifications may be missing.
 */
import { randomInt } from 'node:crypto';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import type { DatabaseOptions } from './client.ts';
import { createListener } from './listener.ts';
import { channel } from './news.ts';

export interface EventHub extends PaymentEvents {
  /** Begins to listen, on first use at the latest. */
  start(): Promise<void>;
  /** Whether the other processes would notice if this one died. */
  standing(): boolean;
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

/** Class of the advisory locks by which processes show each other that they are alive. */
const signOfLife = 7_215_002;
const lookEveryMs = 1_000;
/** Prefix of the notification of a process that stops in order: its news have been sent. */
const goodbye = '!';

export function createEventHub(options: DatabaseOptions): EventHub {
  const ofPayments = listenersByKey<void>();
  const ofTpps = listenersByKey<readonly string[] | null>();
  const own = randomInt(1, 2 ** 31);
  let living = new Set<number>();
  let looking: NodeJS.Timeout | undefined;

  function tellAll(): void {
    ofPayments.tellAll();
    ofTpps.tellAll(null);
  }

  /** The payload names payments, then their TPP behind an `@` (news.ts). */
  function hear(payload: string): void {
    if (payload.startsWith(goodbye)) return void living.delete(Number(payload.slice(goodbye.length)));
    const [ids = '', ...tpp] = payload.split(',@');
    const paymentIds = ids.split(',');
    for (const paymentId of paymentIds) ofPayments.tell(paymentId);
    if (tpp.length > 0) ofTpps.tell(tpp.join(',@'), paymentIds);
  }

  const listener = createListener({
    url: options.directUrl ?? options.url,
    applicationName: options.applicationName,
    channel,
    hear,
    prepare: async (client) => void (await client.query(`select pg_advisory_lock(${signOfLife}, ${own})`)),
    back: () => {
      living = new Set();
      tellAll();
    },
  });

  const watching = () => ofPayments.count() + ofTpps.count();

  /** A process that was killed may have committed changes that it had not yet announced. */
  async function look(): Promise<void> {
    const client = listener.client();
    if (client === null || watching() === 0) return;
    const { rows } = await client.query<{ id: string }>(
      `select objid as id from pg_locks where locktype = 'advisory' and classid = ${signOfLife}
        and granted and database = (select oid from pg_database where datname = current_database())`,
    );
    const now = new Set(rows.map(({ id }) => Number(id)));
    const gone = [...living].some((id) => !now.has(id));
    living = now;
    if (gone) tellAll();
  }

  async function begin(): Promise<void> {
    await listener.start();
    if (looking !== undefined) return;
    looking = setInterval(() => void look().catch(() => undefined), lookEveryMs).unref();
  }

  /** Adds a listener, and notes which processes are alive now, so that the end of one of them is noticed later. */
  async function watched(add: () => () => void): Promise<() => void> {
    await begin();
    const stop = add();
    await look().catch(() => undefined);
    return stop;
  }

  return {
    start: begin,
    standing: () => listener.client() !== null,
    watch: (paymentId, told) => watched(() => ofPayments.add(paymentId, told)),
    watchAll: (tppId, told) => watched(() => ofTpps.add(tppId, told)),
    watching,
    async stop() {
      clearInterval(looking);
      ofPayments.clear();
      ofTpps.clear();
      await listener
        .client()
        ?.query(`select pg_notify('${channel}', '${goodbye}${own}')`)
        .catch(() => undefined);
      await listener.stop();
    },
  };
}
