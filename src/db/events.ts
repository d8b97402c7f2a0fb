/**
 * Notifies listeners of changed payments by one LISTEN connection, whichever replica changes them. Listeners get every
 * change, or a notice that changes may be missing: after this connection was lost and restored, and after another process
 * died, because a process announces changes only after their commit. Each listening connection holds an advisory lock under
 * its own id; when an id disappears, all listeners get the notice. A process without such a connection announces changes
 * within their transaction (unit-of-work.ts).
 */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { every, type Loop } from '../every.ts';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import type { DatabaseOptions } from './connections/client.ts';
import { createListener, type Listener } from './connections/listener.ts';
import { channel } from './news.ts';

export interface EventHub extends PaymentEvents {
  /** Starts listening, at the latest on first use. */
  start(): Promise<void>;
  /** Calls `listener` with the TPP whenever a payment of it is new or has moved; null: perhaps of any TPP. */
  onChange(listener: (tppId: string | null) => void): void;
  /** Whether other processes would notice the death of this one. */
  isListening(): boolean;
  stop(): Promise<void>;
}

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

/** Class of the advisory locks that show which processes are alive. */
const signOfLife = 7_215_002;
const lookEveryMs = 1_000;
const ignore = () => undefined;
/** Announces a new listening connection. */
const hello = '+';
/** Announces an orderly stop: its notifications have been sent. */
const goodbye = '!';

interface Hub {
  readonly ofPayments: ReturnType<typeof listenersByKey<void>>;
  readonly ofTpps: ReturnType<typeof listenersByKey<readonly string[] | null>>;
  readonly ofAll: ((tppId: string | null) => void)[];
  readonly listener: Listener;
  readonly looks: Loop;
  /** A new id for each connection, because PostgreSQL may take a lost one for alive. */
  own: number;
  living: Set<number>;
  readonly newcomers: Set<number>;
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
    ofAll: [],
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
    onChange: (listener) => void hub.ofAll.push(listener),
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

/** Notes which processes are alive, so that a later death is noticed. */
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

/** The payload has payment ids, then `@` and their TPP (news.ts). */
function hear({ ofPayments, ofTpps, ofAll, living, newcomers, leavers }: Hub, payload: string): void {
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
  if (tpp.length === 0) return;
  const tppId = tpp.join(',@');
  ofTpps.tell(tppId, paymentIds);
  for (const listener of ofAll) listener(tppId);
}

function tellAll({ ofPayments, ofTpps, ofAll }: Hub): void {
  for (const listener of ofAll) listener(null);
  ofPayments.tellAll();
  ofTpps.tellAll(null);
}

/** Shows other processes that the connection is alive. */
async function announce(hub: Hub, client: pg.Client): Promise<void> {
  const id = randomInt(1, 2 ** 31);
  hub.own = id;
  await client.query(`select pg_advisory_lock(${signOfLife}, ${id})`);
  await client.query(`select pg_notify('${channel}', '${hello}${id}')`);
  // A death from now on is noticed; after an earlier one, the next read sees all changes.
  hub.living = await idsAlive(client);
}

async function idsAlive(client: pg.Client): Promise<Set<number>> {
  const { rows } = await client.query<{ id: string }>(
    `select objid as id from pg_locks where locktype = 'advisory' and classid = ${signOfLife}
      and granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** A killed process may have committed changes without announcing them. */
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
    // A failed check must not lose known processes.
    hub.living = new Set([...before, ...hub.living]);
    throw error;
  });
  // A process that stopped in order is not missed.
  const died = [...before].some((id) => !now.has(id) && !leavers.has(id));
  for (const id of leavers) now.delete(id);
  leavers.clear();
  hub.living = now;
  if (died) tellAll(hub);
}
