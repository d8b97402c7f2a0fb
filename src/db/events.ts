/**
 * Notifies listeners of changed payments, whichever process changes them, by one LISTEN connection of this process.
 * Listeners get every change, or a notice that changes may be missing. They get that notice when this connection has been
 * lost and restored, and when another process has died, because a process announces changes only after their commit.
 * For that, each listening connection holds an advisory lock under its own id: when an id disappears, its process has
 * died. A process without a listening connection announces changes within their transaction (unit-of-work.ts).
 */
import { randomInt } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import { channel } from './announcer.ts';
import type { DatabaseOptions } from './connections/client.ts';
import { createListener, type Listener } from './connections/listener.ts';

export interface EventHub extends PaymentEvents {
  /** Starts listening. `watch` and `watchAll` also do. */
  start(): Promise<void>;
  /** Calls `listener` with the TPP of each payment that is new or has a new status; null: any TPP may have such a payment. */
  onChange(listener: (tppId: string | null) => void): void;
  /** Whether other processes would notice the death of this one. */
  isListening(): boolean;
  /** Call it when nothing changes payments any more. */
  stop(): Promise<void>;
}

/** The first number of the advisory locks that show which processes are alive. The second is the id of a connection. */
const aliveLockClass = 7_215_002;
/** Begins the payload that announces a new listening connection. */
const startPrefix = '+';
/** Begins the payload of a process that stops, after it has announced all its changes. */
const stopPrefix = '!';

const paymentEvent = (paymentId: string) => `payment ${paymentId}`;
const tppEvent = (tppId: string) => `tpp ${tppId}`;

interface Hub {
  /** Has an event for each payment and TPP that somebody watches. */
  readonly watchers: EventEmitter;
  readonly anyTppListeners: ((tppId: string | null) => void)[];
  readonly listener: Listener;
  /** A new id for each connection, because PostgreSQL may still hold the lock of a lost connection. */
  ownId: number;
  /** The ids of the last check, and those that were announced since. */
  aliveIds: Set<number>;
  /** Ids of processes that have announced their stop. Each stays until PostgreSQL no longer shows its lock. */
  readonly stoppedIds: Set<number>;
}

/** `flush` announces the last changes of this process, and returns whether the database has accepted them. */
export function createEventHub(
  options: DatabaseOptions,
  flush: () => Promise<boolean> = async () => true,
): EventHub {
  const listener = createListener({
    url: options.directUrl ?? options.url,
    applicationName: options.applicationName,
    channel,
    onNotification: (payload) => handleNotification(hub, payload),
    prepare: (client) => announceConnection(hub, client),
    check: (client) => checkForDeaths(hub, client),
    onReconnect: () => notifyAll(hub),
  });
  const hub: Hub = {
    watchers: new EventEmitter().setMaxListeners(0),
    anyTppListeners: [],
    listener,
    ownId: 0,
    aliveIds: new Set(),
    stoppedIds: new Set(),
  };
  return {
    start: listener.start,
    isListening: listener.isConnected,
    onChange: (listener) => void hub.anyTppListeners.push(listener),
    watch: (paymentId, listen) => watch(hub, paymentEvent(paymentId), listen),
    watchAll: (tppId, listen) => watch(hub, tppEvent(tppId), listen),
    listenerCount: () => listenerCount(hub),
    stop: async () => stop(hub, await flush()),
  };
}

async function watch(
  { listener, watchers }: Hub,
  event: string,
  listen: (paymentIds: readonly string[] | null) => void,
): Promise<() => void> {
  await listener.start();
  watchers.on(event, listen);
  return () => void watchers.off(event, listen);
}

const listenerCount = ({ watchers }: Hub): number =>
  watchers.eventNames().reduce((count, event) => count + watchers.listenerCount(event), 0);

function stop({ watchers, listener, ownId }: Hub, hasAnnouncedAll: boolean): Promise<void> {
  watchers.removeAllListeners();
  return listener.stop(
    hasAnnouncedAll ? `select pg_notify('${channel}', '${stopPrefix}${ownId}')` : undefined,
  );
}

/** The payload has payment ids, then `@` and their TPP (announcer.ts). */
function handleNotification(hub: Hub, payload: string): void {
  const { watchers, anyTppListeners, aliveIds, stoppedIds } = hub;
  if (payload.startsWith(startPrefix)) return void aliveIds.add(Number(payload.slice(1)));
  if (payload.startsWith(stopPrefix)) return void stoppedIds.add(Number(payload.slice(1)));
  // The id of a TPP may contain `,@` too.
  const [ids = '', ...tppParts] = payload.split(',@');
  const paymentIds = ids.split(',');
  for (const paymentId of paymentIds) watchers.emit(paymentEvent(paymentId));
  if (tppParts.length === 0) return;
  const tppId = tppParts.join(',@');
  watchers.emit(tppEvent(tppId), paymentIds);
  for (const listener of anyTppListeners) listener(tppId);
}

function notifyAll({ watchers, anyTppListeners }: Hub): void {
  for (const listener of anyTppListeners) listener(null);
  for (const event of watchers.eventNames()) watchers.emit(event, null);
}

/** Shows other processes that the connection is alive. */
async function announceConnection(hub: Hub, client: pg.Client): Promise<void> {
  const id = randomInt(1, 2 ** 31);
  hub.ownId = id;
  await client.query(`select pg_advisory_lock(${aliveLockClass}, ${id})`);
  await client.query(`select pg_notify('${channel}', '${startPrefix}${id}')`);
  // A process that died before this moment needs no notice: a new watcher reads its committed changes at its start.
  hub.aliveIds = await idsAlive(client);
}

async function idsAlive(client: pg.Client): Promise<Set<number>> {
  const { rows } = await client.query<{ id: string }>(
    `select objid as id from pg_locks where locktype = 'advisory' and classid = ${aliveLockClass}
      and granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Notifies all listeners if a process has died, because it may have committed changes without announcing them. */
async function checkForDeaths(hub: Hub, client: pg.Client): Promise<void> {
  const { aliveIds: earlierIds, stoppedIds } = hub;
  // Connections that start during the query may be missing in its result.
  hub.aliveIds = new Set();
  const currentIds = await idsAlive(client);
  for (const id of currentIds) hub.aliveIds.add(id);
  const missingIds = [...earlierIds].filter((id) => !currentIds.has(id));
  // A process that announced its stop has not died.
  if (missingIds.some((id) => !stoppedIds.has(id))) notifyAll(hub);
  for (const id of missingIds) stoppedIds.delete(id);
}
