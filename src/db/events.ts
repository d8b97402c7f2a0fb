/**
 * Notifies listeners of changed payments, whichever process changes them, by one LISTEN connection of this process.
 * Listeners get every change, or a notice that changes may be missing. They get that notice when this connection has been
 * lost and restored, and when another process has died, because a process announces changes only after their commit.
 * For that, each listening connection holds an advisory lock under its own id: when an id disappears, its process has
 * died. A process without a listening connection announces changes within their transaction (unit-of-work.ts).
 */
import { randomInt } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { every, type Loop } from '../every.ts';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import { channel } from './announcer.ts';
import type { DatabaseOptions } from './connections/client.ts';
import { createListener, type Listener, type Queries } from './connections/listener.ts';

export interface EventHub extends PaymentEvents {
  /** Starts listening. `watch` and `watchAll` also do. */
  start(): Promise<void>;
  /**
   * Calls `listener` with the TPP of each payment that is new or has a new status; null: any TPP may have such a payment. The caller must
   * poll too, because the death of a process is noticed only while somebody watches.
   */
  onChange(listener: (tppId: string | null) => void): void;
  /** Whether other processes would notice the death of this one. */
  isListening(): boolean;
  stop(): Promise<void>;
}

/** The first number of the advisory locks that show which processes are alive. The second is the id of a connection. */
const aliveLockClass = 7_215_002;
const checkEveryMs = 1_000;
const ignore = () => undefined;
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
  /** `checkForDeaths`, one check at a time: two at once would compare with the same earlier ids. */
  readonly check: () => Promise<void>;
  readonly checks: Loop;
  /** A new id for each connection, because PostgreSQL may take a lost one for alive. */
  ownId: number;
  aliveIds: Set<number>;
  /** Ids that were announced since the last check: of connections that have started, and that have stopped. */
  readonly startedIds: Set<number>;
  readonly stoppedIds: Set<number>;
}

export function createEventHub(options: DatabaseOptions): EventHub {
  const listener = createListener({
    url: options.directUrl ?? options.url,
    applicationName: options.applicationName,
    channel,
    onNotification: (payload) => handleNotification(hub, payload),
    prepare: (client) => announceConnection(hub, client),
    onReconnect: () => notifyAll(hub),
  });
  const check = oneAtATime(() => checkForDeaths(hub));
  const hub: Hub = {
    watchers: new EventEmitter().setMaxListeners(0),
    anyTppListeners: [],
    listener,
    check,
    checks: every(checkEveryMs, check, ignore),
    ownId: 0,
    aliveIds: new Set(),
    startedIds: new Set(),
    stoppedIds: new Set(),
  };
  return {
    start: () => start(hub),
    isListening: () => listener.isConnected(),
    onChange: (listener) => void hub.anyTppListeners.push(listener),
    watch: (paymentId, listen) => watch(hub, paymentEvent(paymentId), listen),
    watchAll: (tppId, listen) => watch(hub, tppEvent(tppId), listen),
    listenerCount: () => listenerCount(hub),
    stop: () => stop(hub),
  };
}

async function start({ listener, checks }: Hub): Promise<void> {
  await listener.start();
  checks.start();
}

/** One run begins after the other has ended. All calls during a run share the next run. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let waiting: Promise<void> | null = null;
  return () => {
    if (waiting !== null) return waiting;
    waiting = last.catch(ignore).then(() => {
      waiting = null;
      return run();
    });
    last = waiting;
    return last;
  };
}

/** Also reads which processes are alive, so that a later death is noticed. */
async function watch(
  hub: Hub,
  event: string,
  listen: (paymentIds: readonly string[] | null) => void,
): Promise<() => void> {
  await start(hub);
  hub.watchers.on(event, listen);
  await hub.check().catch(ignore);
  return () => void hub.watchers.off(event, listen);
}

const listenerCount = ({ watchers }: Hub): number =>
  watchers.eventNames().reduce((count, event) => count + watchers.listenerCount(event), 0);

async function stop(hub: Hub): Promise<void> {
  const { checks, watchers, listener } = hub;
  await checks.stop();
  watchers.removeAllListeners();
  await listener.query(`select pg_notify('${channel}', '${stopPrefix}${hub.ownId}')`).catch(ignore);
  await listener.stop();
}

/** The payload has payment ids, then `@` and their TPP (announcer.ts). */
function handleNotification(
  { watchers, anyTppListeners, aliveIds, startedIds, stoppedIds }: Hub,
  payload: string,
): void {
  if (payload.startsWith(startPrefix)) return void startedIds.add(Number(payload.slice(startPrefix.length)));
  if (payload.startsWith(stopPrefix)) {
    const id = Number(payload.slice(stopPrefix.length));
    aliveIds.delete(id);
    startedIds.delete(id);
    stoppedIds.add(id);
    return;
  }
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
async function announceConnection(hub: Hub, client: Queries): Promise<void> {
  const id = randomInt(1, 2 ** 31);
  hub.ownId = id;
  await client.query(`select pg_advisory_lock(${aliveLockClass}, ${id})`);
  await client.query(`select pg_notify('${channel}', '${startPrefix}${id}')`);
  // The check begins here. Changes of a process that died earlier are committed, so a new watcher reads them at its start.
  hub.aliveIds = await idsAlive(client);
}

async function idsAlive(client: Queries): Promise<Set<number>> {
  const { rows } = await client.query<{ id: string }>(
    `select objid as id from pg_locks where locktype = 'advisory' and classid = ${aliveLockClass}
      and granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Notifies all listeners if a process has died, because it may have committed changes without announcing them. */
async function checkForDeaths(hub: Hub): Promise<void> {
  const { startedIds, stoppedIds } = hub;
  if (!hub.listener.isConnected()) return;
  if (listenerCount(hub) === 0) {
    startedIds.clear();
    stoppedIds.clear();
    return;
  }
  const earlierIds = new Set([...hub.aliveIds, ...startedIds]);
  startedIds.clear();
  const currentIds = await idsAlive(hub.listener).catch((error: unknown) => {
    // The next check needs the ids that this failed check had to compare.
    hub.aliveIds = new Set([...earlierIds, ...hub.aliveIds]);
    throw error;
  });
  // A process that announced its stop has not died.
  const hasAnyDied = [...earlierIds].some((id) => !currentIds.has(id) && !stoppedIds.has(id));
  for (const id of stoppedIds) currentIds.delete(id);
  stoppedIds.clear();
  hub.aliveIds = currentIds;
  if (hasAnyDied) notifyAll(hub);
}
