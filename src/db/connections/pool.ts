/** The connection pool, with fair shares. While the database is away, the pool refuses callers at once. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Breaker, createBreaker } from '../../fairness/breaker.ts';
import { createFairQueue, type FairQueue, type ReleaseSlot } from '../../fairness/fair-queue.ts';
import { noTpp } from '../session.ts';
import {
  breaksConnection,
  DatabaseError,
  failureCode,
  noWritesCode,
  toDatabaseError,
  toUnreachable,
} from './failure.ts';

export interface Loan {
  readonly client: pg.PoolClient;
  /** `failure`: the error of the last use. Some errors destroy the connection. */
  giveBack(failure: unknown): void;
}

export interface PoolParts {
  readonly config: pg.ClientConfig;
  readonly size: number;
  readonly notice: Notice;
  readonly countFailure: (error: unknown) => void;
  readonly acceptsStandby: boolean;
}

export type Notice = (event: string, fields: Readonly<Record<string, string | number>>) => void;

const idleTimeoutMs = 60_000;
const lifetimeSeconds = 1_800;
const borrowTimeoutMs = 5_000;
const closeTimeoutMs = 5_000;
const pingTimeoutMs = 2_000;
/** A response this recent proves that the database is reachable. */
const recentMs = 1_000;
/** The waiting requests of a TPP, or of all TPPs that one TPP has created, are at most this number times the size of the pool. */
export const waitingPerConnection = 15;
const reconnectPausesMs = [100, 150, 200] as const;

export interface ConnectionPool {
  readonly parts: PoolParts;
  readonly clients: pg.Pool;
  readonly queue: FairQueue;
  readonly breaker: Breaker;
  readonly openClients: Set<pg.ClientBase>;
  connecting: number;
  /** null: the database is not lost. */
  lostAt: number | null;
  lastFailure: unknown;
  lastResponseAt: number;
  closing?: Promise<void>;
}

export function openPool(parts: PoolParts): ConnectionPool {
  const { size } = parts;
  const openClients = new Set<pg.ClientBase>();
  const breaker = createBreaker({
    now: () => performance.now(),
    random: Math.random,
    opensAfter: { failures: 1, calls: 1 },
    pausesMs: reconnectPausesMs,
  });
  const connectsOrMayConnect = () => pool.connecting > 0 || breaker.mayBegin();
  const queue = createFairQueue({
    // At most one slot has no open connection, so connections open one at a time.
    slots: () => Math.min(size, openClients.size + (connectsOrMayConnect() ? 1 : 0)),
    // The share of a TPP is a part of the full size, so that it is not tiny while the pool grows.
    // While the pool cannot grow, the share is a part of the open connections.
    capacity: () => (breaker.mayBegin() ? size : openClients.size),
    waitingAtMost: waitingPerConnection * size,
    patienceMs: borrowTimeoutMs,
    timeoutError: noConnection,
  });
  const pool: ConnectionPool = {
    parts,
    clients: createClients(parts, openClients),
    queue,
    breaker,
    openClients,
    connecting: 0,
    lostAt: null,
    lastFailure: undefined,
    lastResponseAt: Number.NEGATIVE_INFINITY,
  };
  return pool;
}

function createClients({ config, size, acceptsStandby }: PoolParts, openClients: Set<pg.ClientBase>) {
  const clients = new pg.Pool({
    ...config,
    max: size,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: lifetimeSeconds,
    // Some poolers cut a connection only at its first statement, and a standby lacks the latest writes. This statement tests both.
    onConnect: async (client: pg.ClientBase) => {
      const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"');
      if (rows[0]?.isStandby && !acceptsStandby)
        throw new DatabaseError(noWritesCode, 'the server is a standby');
    },
  });
  clients.on('error', (_, client) => openClients.delete(client));
  clients.on('connect', (client) => {
    openClients.add(client);
    // Without a listener for errors, the loss of this connection would end the process.
    client.on('error', () => undefined);
    client.once('end', () => openClients.delete(client));
  });
  return clients;
}

export async function lend<T>(
  pool: ConnectionPool,
  tppId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { client, giveBack } = await borrow(pool, tppId);
  let failure: unknown;
  try {
    return await work(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    giveBack(failure);
  }
}

export const borrow = (pool: ConnectionPool, tppId: string): Promise<Loan> =>
  borrowWithRetries(pool, tppId).catch((error: unknown) => {
    pool.parts.countFailure(error);
    throw error;
  });

async function borrowWithRetries(pool: ConnectionPool, tppId: string): Promise<Loan> {
  const deadline = performance.now() + borrowTimeoutMs;
  for (;;) {
    requireReachable(pool);
    const releaseSlot = pool.queue.tryTakeSlot(tppId) ?? (await pool.queue.wait(tppId));
    try {
      return loanOf(pool, await connect(pool), releaseSlot);
    } catch (error) {
      releaseSlot();
      if (performance.now() > deadline) throw toUnreachable(error);
    }
  }
}

function requireReachable(pool: ConnectionPool): void {
  if (pool.closing !== undefined) throw poolClosed();
  if (pool.openClients.size > 0 || pool.breaker.mayBegin()) return;
  const unreachable = toUnreachable(pool.lastFailure);
  // The notice shows the code of the failure itself. `toUnreachable` replaces some codes, such as that of a wrong password.
  const code = failureCode(toDatabaseError(pool.lastFailure)) ?? 'UNREACHABLE';
  if (pool.lostAt === null) pool.parts.notice('database lost', { code });
  pool.lostAt ??= performance.now();
  pool.queue.rejectWaiting(unreachable);
  throw unreachable;
}

async function connect(pool: ConnectionPool): Promise<pg.PoolClient> {
  const { parts, clients, queue, breaker, openClients } = pool;
  // Each slot in use needs a connection, also the slot of this caller.
  const hasEnoughConnections = queue.slotsInUse() <= openClients.size + pool.connecting;
  if (hasEnoughConnections) return clients.connect();
  const end = breaker.begin();
  if (end === null) throw toDatabaseError(pool.lastFailure);
  pool.connecting += 1;
  try {
    const client = await clients.connect();
    end('ANSWERED');
    if (pool.lostAt !== null)
      parts.notice('database found', { awayMs: Math.round(performance.now() - pool.lostAt) });
    pool.lostAt = null;
    return client;
  } catch (error) {
    pool.lastFailure = error;
    // While another connection is open, the retry of `borrowWithRetries` hides this failure from `borrow`, so it is counted here. If none
    // is open, the retry throws, and `borrow` counts the failure.
    if (openClients.size > 0) parts.countFailure(toDatabaseError(error));
    end('FAILED');
    throw error;
  } finally {
    pool.connecting -= 1;
    queue.assignFreeSlots();
  }
}

const loanOf = (pool: ConnectionPool, client: pg.PoolClient, releaseSlot: ReleaseSlot): Loan => ({
  client,
  giveBack(failure) {
    const isBroken = breaksConnection(failure);
    if (isBroken) {
      // An orderly end could wait forever for the server.
      streamOf(client).destroy();
      pool.openClients.delete(client);
    } else pool.lastResponseAt = performance.now();
    client.release(isBroken);
    releaseSlot();
  },
});

export async function ping(pool: ConnectionPool): Promise<void> {
  requireReachable(pool);
  if (performance.now() - pool.lastResponseAt < recentMs) return;
  const config: pg.QueryConfig & pg.ClientConfig = { text: 'select 1', query_timeout: pingTimeoutMs };
  const response = lend(pool, noTpp, (client) =>
    client.query(config).catch((error: unknown) => {
      throw toDatabaseError(error);
    }),
  );
  // `query_timeout` does not limit the wait for a connection.
  if ((await Promise.race([response, sleep(pingTimeoutMs, null, { ref: false })])) === null)
    throw noConnection();
}

export const usageOf = ({ queue, clients }: ConnectionPool) => ({
  busy: queue.slotsInUse(),
  idle: clients.idleCount,
  waiting: queue.waiterCount(),
});

export function closePool(pool: ConnectionPool): Promise<void> {
  pool.closing ??= endConnections(pool);
  return pool.closing;
}

async function endConnections({ clients, queue, openClients }: ConnectionPool): Promise<void> {
  queue.rejectWaiting(poolClosed());
  // An unresponsive server would never close the connections.
  const cutTimer = setTimeout(() => {
    for (const client of openClients) streamOf(client).destroy();
  }, closeTimeoutMs);
  await clients.end();
  clearTimeout(cutTimer);
}

const noConnection = () => new DatabaseError('POOL_TIMEOUT', 'no connection became free');

const poolClosed = () => new DatabaseError('CONNECTION_ENDED', 'the pool was closed');

/** The driver does not expose its socket. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}
