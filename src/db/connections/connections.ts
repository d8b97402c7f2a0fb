/**
 * The connections of the process: lent one by one in fair shares, opened at a bounded rate, and destroyed when they do not
 * answer. Start at `openConnections`.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { createFairQueue, type Leave } from '../../fairness/fair-queue.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { DatabaseError, dooms, failureCode, toUnreachable } from './failure.ts';

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
  /** Resolves when the database answers or has just answered; rejects when it is lost or silent. */
  ping(): Promise<void>;
  /** Connections that are lent, idle, and waited for. */
  usage(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface ConnectionsParts {
  readonly config: pg.ClientConfig;
  readonly size: number;
  /** Told when the database is lost and when it is found again, once each. */
  readonly notice: Notice;
  /** Is told of every connection that could not be obtained. */
  readonly failed: (error: unknown) => void;
}

export type Notice = (event: string, fields: Readonly<Record<string, string | number>>) => void;

const idleTimeoutMs = 60_000;
const lifetimeSeconds = 1_800;
const patienceMs = 5_000;
const closePatienceMs = 5_000;
const probeTimeoutMs = 2_000;
/** An answer as recent as this shows that the database can be reached. */
const freshMs = 1_000;
export const waitingPerPlace = 15;
const serverFull = '53300';

export function openConnections({ config, size, notice, failed }: ConnectionsParts): Connections {
  const open = new Set<pg.Client>();
  let connecting = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let closing: Promise<void> | undefined;

  const breaker = createCircuitBreaker({
    probe: () => probe(config),
    openConnections: () => open.size,
    attemptsAtOnce: size,
    changed() {
      const why = breaker.failure();
      if (why === null) queue.pump();
      else queue.turnAway(toUnreachable(why));
    },
    onLost: (error) => {
      notice('database lost', { code: failureCode(toUnreachable(error)) ?? 'UNREACHABLE' });
    },
    onFound: (awayMs) => notice('database found', { awayMs }),
  });
  const queue = createFairQueue({
    slots: () => Math.min(size, open.size + connecting + breaker.attempts()),
    waitingAtMost: waitingPerPlace * size,
    patienceMs,
    tooLong() {
      breaker.suspect();
      return new DatabaseError('POOL_TIMEOUT', 'no connection became free');
    },
  });
  const pool = new pg.Pool({
    ...config,
    Client: clientsThatReport({
      mayConnect: () => breaker.attempts() > 0,
      begin() {
        connecting += 1;
        const fail = breaker.attempt();
        return (error) => {
          connecting -= 1;
          if (error) fail(error);
        };
      },
      over: gone,
    }),
    max: size,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: lifetimeSeconds,
  } as pg.PoolConfig);
  // For idle connections that break; one in use reports by the failure of its query.
  pool.on('error', () => breaker.suspect());
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => undefined);
    client.once('end', () => gone(client));
    breaker.connectionOpened();
  });

  function gone(client: pg.Client): void {
    if (open.delete(client)) breaker.connectionClosed();
  }

  /** The next free connection; tries again when the one that was opened for it is refused. */
  async function free(whom: string): Promise<Loan> {
    const until = performance.now() + patienceMs;
    for (;;) {
      if (closing !== undefined) throw poolClosed();
      const why = breaker.failure();
      if (why !== null) throw toUnreachable(why);
      const leave = queue.tryEnter(whom) ?? (await queue.wait(whom));
      try {
        return loan(await pool.connect(), leave);
      } catch (error) {
        leave();
        if (open.size === 0 || performance.now() > until) throw toUnreachable(error);
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
        gone(client);
        breaker.suspect();
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
    const why = breaker.failure();
    if (why !== null) throw toUnreachable(why);
    if (performance.now() - answeredAt < freshMs) return;
    await breaker.probe().catch((error: unknown) => {
      // A server without room for one more connection still serves those that are open.
      if (failureCode(error) !== serverFull || open.size === 0) throw toUnreachable(error);
    });
    answeredAt = performance.now();
  }

  async function closed(): Promise<void> {
    breaker.stop();
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
    usage: () => ({
      busy: queue.inside(),
      idle: pool.idleCount,
      waiting: queue.waiting(),
    }),
    close: () => {
      closing ??= closed();
      return closing;
    },
  };
}

const poolClosed = () => new DatabaseError('CONNECTION_ENDED', 'the pool was closed');

/** Connects apart from the pool, so that the result does not depend on a full pool or on connections that hang. */
async function probe(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    void client.end().catch(() => undefined);
    streamOf(client).destroySoon();
  }
}

/** The socket, which the driver does not expose. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}

interface Reports {
  readonly mayConnect: () => boolean;
  /** An attempt begins; what it answers is called when it has ended. */
  readonly begin: () => (error: Error | null) => void;
  /** The pool lets go of the connection. */
  readonly over: (client: pg.Client) => void;
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** A client class for the pool that asks whether it may connect, and reports the result. */
function clientsThatReport({ mayConnect, begin, over }: Reports): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const connect = this.connect.bind(this) as (tell: Connected) => void;
      const end = this.end.bind(this) as (tell?: Connected) => Promise<void>;
      Object.assign(this, {
        connect(tell: Connected) {
          if (!mayConnect()) {
            const refused = new DatabaseError('CONNECTION_CLOSED', 'no attempt to connect may be made now');
            setImmediate(() => tell(refused));
            return;
          }
          const ended = begin();
          connect((error, client) => {
            ended(error);
            tell(error, client);
          });
        },
        end: (tell?: Connected) => {
          over(this);
          return end(tell);
        },
      });
    }
  };
}
