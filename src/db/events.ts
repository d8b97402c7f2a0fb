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
import { every, type Loop } from '../every.ts';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import type { DatabaseOptions } from './connections/client.ts';
import { createListener, type Listener } from './connections/listener.ts';
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
  const listeners = new Map<string, Set<(news: News) => void>>();
  return {
    add(key: string, listener: (news: News) => void): () => void {
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(key) === set) listeners.delete(key);
      };
    },
    tell(key: string, news: News): void {
      for (const listener of listeners.get(key) ?? []) listener(news);
    },
    tellAll(news: News): void {
      for (const set of [...listeners.values()]) for (const listener of set) listener(news);
    },
    count: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
    clear: () => listeners.clear(),
  };
}

/** Class of the advisory locks by which processes show each other that they are alive. */
const signOfLife = 7_215_002;
const lookEveryMs = 1_000;
const ignore = () => undefined;
/** Prefix of the notification of a listening connection that begins. */
const hello = '+';
/** Prefix of the notification of a process that stops in order: its news have been sent. */
const goodbye = '!';

interface Hub {
  readonly ofPayments: ReturnType<typeof listenersByKey<void>>;
  readonly ofTpps: ReturnType<typeof listenersByKey<readonly string[] | null>>;
  readonly listener: Listener;
  readonly looks: Loop;
  /** The id of the listening connection, another one for each: PostgreSQL may take one that is lost for alive. */
  own: number;
  living: Set<number>;
  /** Those that have begun since the last look. */
  readonly newcomers: Set<number>;
  /** Those that have said goodbye since the last look. */
  readonly leavers: Set<number>;
}

export function createEventHub(options: DatabaseOptions): EventHub {
  const listener = createListener({
    url: options.directUrl ?? options.url,
    applicationName: options.applicationName,
    channel,
    hear: (payload) => hear(hub, payload),
    prepare: (client) => announce(hub, client),
    back: () => tellAll(hub),
  });
  const hub: Hub = {
    ofPayments: listenersByKey(),
    ofTpps: listenersByKey(),
    listener,
    looks: every(lookEveryMs, () => look(hub), ignore),
    own: 0,
    living: new Set(),
    newcomers: new Set(),
    leavers: new Set(),
  };
  return {
    start: () => start(hub),
    isListening: () => listener.client() !== null,
    watch: (paymentId, listen) => watch(hub, () => hub.ofPayments.add(paymentId, listen)),
    watchAll: (tppId, listen) => watch(hub, () => hub.ofTpps.add(tppId, listen)),
    watching: () => watching(hub),
    stop: () => stop(hub),
  };
}

async function start({ listener, looks }: Hub): Promise<void> {
  await listener.start();
  looks.start();
}

/** Adds a listener, and notes which processes are alive now, so that the end of one of them is noticed later. */
async function watch(hub: Hub, add: () => () => void): Promise<() => void> {
  await start(hub);
  const end = add();
  await look(hub).catch(ignore);
  return end;
}

const watching = ({ ofPayments, ofTpps }: Hub): number => ofPayments.count() + ofTpps.count();

async function stop(hub: Hub): Promise<void> {
  const { looks, ofPayments, ofTpps, listener } = hub;
  await looks.stop();
  ofPayments.clear();
  ofTpps.clear();
  await listener.client()?.query(`select pg_notify('${channel}', '${goodbye}${hub.own}')`).catch(ignore);
  await listener.stop();
}

/** The payload names payments, then their TPP behind an `@` (news.ts). */
function hear({ ofPayments, ofTpps, living, newcomers, leavers }: Hub, payload: string): void {
  if (payload.startsWith(hello)) return void newcomers.add(Number(payload.slice(hello.length)));
  if (payload.startsWith(goodbye)) {
    const id = Number(payload.slice(goodbye.length));
    living.delete(id);
    newcomers.delete(id);
    leavers.add(id);
    return;
  }
  const [ids = '', ...tpp] = payload.split(',@');
  const paymentIds = ids.split(',');
  for (const paymentId of paymentIds) ofPayments.tell(paymentId);
  if (tpp.length > 0) ofTpps.tell(tpp.join(',@'), paymentIds);
}

function tellAll({ ofPayments, ofTpps }: Hub): void {
  ofPayments.tellAll();
  ofTpps.tellAll(null);
}

/** Shows the other processes that the listening connection is alive. */
async function announce(hub: Hub, client: pg.Client): Promise<void> {
  const id = randomInt(1, 2 ** 31);
  hub.own = id;
  await client.query(`select pg_advisory_lock(${signOfLife}, ${id})`);
  await client.query(`select pg_notify('${channel}', '${hello}${id}')`);
  // Who is gone from now on is noticed; who was gone before has left nothing that the next reading does not see.
  hub.living = await idsAlive(client);
}

/** The ids of all listening connections. */
async function idsAlive(client: pg.Client): Promise<Set<number>> {
  const { rows } = await client.query<{ id: string }>(
    `select objid as id from pg_locks where locktype = 'advisory' and classid = ${signOfLife}
      and granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** A process that was killed may have committed changes that it had not yet announced. */
async function look(hub: Hub): Promise<void> {
  const { newcomers, leavers } = hub;
  const client = hub.listener.client();
  if (client === null) return;
  if (watching(hub) === 0) {
    newcomers.clear();
    leavers.clear();
    return;
  }
  const before = new Set([...hub.living, ...newcomers]);
  newcomers.clear();
  const now = await idsAlive(client).catch((error: unknown) => {
    // What is known is not forgotten with a look that failed.
    hub.living = new Set([...before, ...hub.living]);
    throw error;
  });
  // One that has said goodbye meanwhile is not missed.
  const died = [...before].some((id) => !now.has(id) && !leavers.has(id));
  for (const id of leavers) now.delete(id);
  leavers.clear();
  hub.living = now;
  if (died) tellAll(hub);
}
