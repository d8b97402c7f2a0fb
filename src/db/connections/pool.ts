/**
 * The connections of the process: a pool of `pg`, lent in fair shares. Connections are opened one after the other, and none
 * while the database is away: who asks then is refused at once. Start at `openPool`.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { createBreaker } from '../../fairness/breaker.ts';
import { createFairQueue, type Leave } from '../../fairness/fair-queue.ts';
import { DatabaseError, dooms, failureCode, toDatabaseError, toUnreachable } from './failure.ts';

/** A connection that nobody else uses until it is given back. */
export interface Loan {
  readonly client: pg.PoolClient;
  /** `failure`: what its last use has thrown; after some failures the connection is destroyed. */
  giveBack(failure: unknown): void;
}

export interface Connections {
  /** `whom`: the TPP it is for; each TPP gets a fair share. */
  borrow(whom: string): Promise<Loan>;
  lend<T>(whom: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Resolves when the database answers or has just answered; rejects when it is away or silent. */
  ping(): Promise<void>;
  /** Connections that are lent, idle, and waited for. */
  usage(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface PoolParts {
  readonly config: pg.ClientConfig;
  readonly size: number;
  /** Called when the database is lost and when it is found again, once each. */
  readonly notice: Notice;
  /** Called with every failure to obtain a connection. */
  readonly failed: (error: unknown) => void;
}

export type Notice = (event: string, fields: Readonly<Record<string, string | number>>) => void;

const idleTimeoutMs = 60_000;
const lifetimeSeconds = 1_800;
const patienceMs = 5_000;
const closePatienceMs = 5_000;
const pingTimeoutMs = 2_000;
/** An answer as recent as this shows that the database can be reached. */
const freshMs = 1_000;
export const waitingPerPlace = 15;
/** Pauses between attempts to connect while the database is away. */
const pausesMs = [100, 150, 200] as const;

export function openPool({ config, size, notice, failed }: PoolParts): Connections {
  const open = new Set<pg.ClientBase>();
  let connecting = 0;
  let lost: { readonly at: number } | null = null;
  let lastFailure: unknown;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let closing: Promise<void> | undefined;

  const breaker = createBreaker({
    now: () => performance.now(),
    random: Math.random,
    opensAfter: { failures: 1, calls: 1 },
    pausesMs,
    onOpen: () => undefined,
    onClose: () => undefined,
  });
  const queue = createFairQueue({
    slots: () => Math.min(size, open.size + (connecting > 0 || breaker.closed() ? 1 : 0)),
    capacity: () => (breaker.closed() ? size : open.size),
    waitingAtMost: waitingPerPlace * size,
    patienceMs,
    tooLong: () => new DatabaseError('POOL_TIMEOUT', 'no connection became free'),
  });
  const pool = new pg.Pool({
    ...config,
    max: size,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: lifetimeSeconds,
    // A pooler may let a connection in whose first statement it cuts.
    onConnect: (client: pg.ClientBase) => client.query('select 1'),
  } as pg.PoolConfig);
  pool.on('error', (_, client) => open.delete(client));
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => undefined);
    client.once('end', () => open.delete(client));
  });

  /** Throws while no connection stands and none may be opened. */
  function requireReachable(): void {
    if (closing !== undefined) throw poolClosed();
    if (open.size > 0 || breaker.closed()) return;
    if (lost === null)
      notice('database lost', { code: failureCode(toUnreachable(lastFailure)) ?? 'UNREACHABLE' });
    lost ??= { at: performance.now() };
    const unreachable = toUnreachable(lastFailure);
    queue.turnAway(unreachable);
    throw unreachable;
  }

  /** Opens a connection where all that stand are lent. */
  async function connect(): Promise<pg.PoolClient> {
    if (queue.inside() <= open.size + connecting) return pool.connect();
    const ended = breaker.begin();
    if (ended === null) throw toDatabaseError(lastFailure);
    connecting += 1;
    try {
      const client = await pool.connect();
      ended('ANSWERED');
      if (lost !== null) notice('database found', { awayMs: Math.round(performance.now() - lost.at) });
      lost = null;
      return client;
    } catch (error) {
      lastFailure = error;
      ended('FAILED');
      throw error;
    } finally {
      connecting -= 1;
      queue.pump();
    }
  }

  /** The next free connection; waits for those that stand when another one cannot be opened. */
  async function free(whom: string): Promise<Loan> {
    const until = performance.now() + patienceMs;
    for (;;) {
      requireReachable();
      const leave = queue.tryEnter(whom) ?? (await queue.wait(whom));
      try {
        return loan(await connect(), leave);
      } catch (error) {
        leave();
        if (performance.now() > until) throw toUnreachable(error);
      }
    }
  }

  const borrow = (whom: string): Promise<Loan> =>
    free(whom).catch((error: unknown) => {
      failed(error);
      throw error;
    });

  const loan = (client: pg.PoolClient, leave: Leave): Loan => ({
    client,
    giveBack(failure) {
      const doomed = dooms(failure);
      if (doomed) {
        // An orderly end would wait for answers that may never come.
        streamOf(client).destroy();
        open.delete(client);
      } else answeredAt = performance.now();
      client.release(doomed);
      leave();
    },
  });

  async function lend<T>(whom: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const lent = await borrow(whom);
    let failure: unknown;
    try {
      return await work(lent.client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      lent.giveBack(failure);
    }
  }

  async function ping(): Promise<void> {
    requireReachable();
    if (performance.now() - answeredAt < freshMs) return;
    const config: pg.QueryConfig & pg.ClientConfig = { text: 'select 1', query_timeout: pingTimeoutMs };
    await lend('', (client) =>
      client.query(config).catch((error: unknown) => {
        throw toDatabaseError(error);
      }),
    );
  }

  async function closed(): Promise<void> {
    queue.turnAway(poolClosed());
    // A server that no longer answers is not waited for.
    const cut = setTimeout(() => {
      for (const client of open) streamOf(client).destroy();
    }, closePatienceMs);
    await pool.end();
    clearTimeout(cut);
  }

  return {
    borrow,
    lend,
    ping,
    usage: () => ({ busy: queue.inside(), idle: pool.idleCount, waiting: queue.waiting() }),
    close: () => {
      closing ??= closed();
      return closing;
    },
  };
}

const poolClosed = () => new DatabaseError('CONNECTION_ENDED', 'the pool was closed');

/** The socket, which the driver does not expose. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}
