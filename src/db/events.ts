/**
 * Listeners of this process to single payments and to all payments of a TPP, served by one LISTEN connection, whichever
 * replica changes a payment. Every change reaches them, or they are told that changes may be missing:
 * - After this process's own connection was lost and is back, all are told so.
 * - A process announces its changes after their commit, so one that dies may leave some untold. Each listening connection
 *   holds an advisory lock under an id of its own, announced before it counts; when an id is gone, all are told so.
 * - A process without such a connection announces its changes within their transaction (unit-of-work.ts).
 */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { every } from '../every.ts';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import type { DatabaseOptions } from './connections/client.ts';
import { createListener } from './connections/listener.ts';
import { channel } from './news.ts';

export interface EventHub extends PaymentEvents {
  /** Begins to listen, on first use at the latest. */
  start(): Promise<void>;
  /** Whether the other processes would notice if this one died. */
  isListening(): boolean;
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
/** Prefix of the notification of a listening connection that begins. */
const hello = '+';
/** Prefix of the notification of a process that stops in order: its news have been sent. */
const goodbye = '!';

export function createEventHub(options: DatabaseOptions): EventHub {
  const ofPayments = listenersByKey<void>();
  const ofTpps = listenersByKey<readonly string[] | null>();
  /** The id of the listening connection, another one for each: PostgreSQL may take one that is lost for alive. */
  let own = 0;
  let living = new Set<number>();
  /** Those that have begun since the last look. */
  const begun = new Set<number>();
  /** Those that have said goodbye since the last look. */
  const left = new Set<number>();

  const looks = every(lookEveryMs, look, () => undefined);

  function tellAll(): void {
    ofPayments.tellAll();
    ofTpps.tellAll(null);
  }

  /** The payload names payments, then their TPP behind an `@` (news.ts). */
  function hear(payload: string): void {
    if (payload.startsWith(hello)) return void begun.add(Number(payload.slice(hello.length)));
    if (payload.startsWith(goodbye)) {
      const id = Number(payload.slice(goodbye.length));
      living.delete(id);
      begun.delete(id);
      left.add(id);
      return;
    }
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
    async prepare(client) {
      own = randomInt(1, 2 ** 31);
      await client.query(`select pg_advisory_lock(${signOfLife}, ${own})`);
      await client.query(`select pg_notify('${channel}', '${hello}${own}')`);
      // Who is gone from now on is noticed; who was gone before has left nothing that the next reading does not see.
      living = await alive(client);
    },
    back: tellAll,
  });

  /** The ids of all listening connections. */
  async function alive(client: pg.Client): Promise<Set<number>> {
    const { rows } = await client.query<{ id: string }>(
      `select objid as id from pg_locks where locktype = 'advisory' and classid = ${signOfLife}
        and granted and database = (select oid from pg_database where datname = current_database())`,
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  const watching = () => ofPayments.count() + ofTpps.count();

  /** A process that was killed may have committed changes that it had not yet announced. */
  async function look(): Promise<void> {
    const client = listener.client();
    if (client === null) return;
    if (watching() === 0) return forget();
    const known = new Set([...living, ...begun]);
    begun.clear();
    const now = await alive(client).catch((error: unknown) => {
      // What is known is not forgotten with a look that failed.
      living = new Set([...known, ...living]);
      throw error;
    });
    // One that has said goodbye meanwhile is not missed.
    const gone = [...known].some((id) => !now.has(id) && !left.has(id));
    for (const id of left) now.delete(id);
    left.clear();
    living = now;
    if (gone) tellAll();
  }

  function forget(): void {
    begun.clear();
    left.clear();
  }

  async function begin(): Promise<void> {
    await listener.start();
    looks.start();
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
    isListening: () => listener.client() !== null,
    watch: (paymentId, listener) => watched(() => ofPayments.add(paymentId, listener)),
    watchAll: (tppId, listener) => watched(() => ofTpps.add(tppId, listener)),
    watching,
    async stop() {
      await looks.stop();
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
