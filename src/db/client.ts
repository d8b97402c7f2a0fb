/**
 * The connections to PostgreSQL: a pool, time-outs, and the one place where transactions begin and end. Nothing here
 * knows a table. Start at `openDatabase`.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { DatabaseError, dooms, toDatabaseError } from './failure.ts';
import { createStatementNames } from './statement-names.ts';

export type Database = NodePgDatabase<Record<string, never>>;
/** The part of Drizzle that stores use, on a connection of the pool or inside a transaction. */
export type Executor = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct'
>;

/** What stores work on: one connection inside a transaction, or whichever is free outside one. */
export interface Session {
  readonly db: Executor;
  /** Runs a statement written by hand; rows are objects by column name. */
  readonly run: <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => Promise<Row[]>;
}

/** `transaction`: connections are handed out by the transaction, so nothing may outlive one (contract 1). */
export type Pooler = 'none' | 'transaction';

export interface OpenDatabase {
  /** Statements that are a transaction each. */
  readonly session: Session;
  /** Runs `work` in a transaction of its own; answers once PostgreSQL has said COMMIT, rolls back when `work` throws. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Resolves when a query answers; rejects when the database cannot be reached. */
  ping(): Promise<void>;
  /** Connections that are busy, idle, and waited for. */
  usage(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  /** Called with every statement that is sent; null: no longer. For tests that count them. */
  watch(seen: ((text: string) => void) | null): void;
  close(): Promise<void>;
  readonly options: DatabaseOptions;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName?: string;
  readonly pooler?: Pooler;
  /** An address past the pooler, for what needs a session of its own: LISTEN, migrations. */
  readonly directUrl?: string;
}

/** In force on every connection, or in every transaction where connections are shared by a pooler. Milliseconds. */
export const timeouts = {
  statement_timeout: 8_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

const connectTimeoutMs = 5_000;
const idleTimeoutMs = 60_000;
const lifetimeSeconds = 1_800;
const closePatienceMs = 5_000;

/** Settings for one connection of the service's own. */
export function connectionOptions(url: string, applicationName = 'psd2-bank'): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  };
}

/** Settings that begin with the session; a pooler that shares connections would refuse them, or forget them. */
export const sessionSettings: pg.ClientConfig = { ...timeouts, options: '-c TimeZone=UTC' };

const settingsOfTransaction = [
  'begin',
  ...Object.entries({ ...timeouts, TimeZone: `'UTC'` }).map(
    ([name, value]) => `set local ${name} = ${value}`,
  ),
].join('; ');

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const shared = options.pooler === 'transaction';
  const pool = new pg.Pool({
    ...connectionOptions(options.url, options.applicationName),
    ...(shared ? {} : sessionSettings),
    pipeline: true,
    max: options.poolSize,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: lifetimeSeconds,
  } as pg.PoolConfig);
  // A connection that breaks tells whoever uses it; a listener keeps the event from ending the process.
  pool.on('error', () => undefined);
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.once('end', () => open.delete(client));
    open.add(client);
  });
  const names = shared ? null : createStatementNames();
  const watcher: Watcher = { seen: null };
  let closing: Promise<void> | undefined;
  const sessions = new WeakMap<pg.PoolClient, Session>();

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw toDatabaseError(error);
    });
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(dooms(failure));
    }
  }

  async function transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return withClient(async (client) => {
      await send(client, shared ? settingsOfTransaction : 'begin');
      let result: T;
      try {
        const known = sessions.get(client) ?? sessionOn((config, values) => ask(client, config, values));
        sessions.set(client, known);
        result = await work(known);
      } catch (error) {
        await send(client, 'rollback').catch((failure: unknown) => {
          // What became of the connection matters more than why: it must not be used again.
          throw toDatabaseError(failure, error);
        });
        throw error;
      }
      await commit(client);
      return result;
    });
  }

  /** Nothing counts as done before the server has said COMMIT: to a transaction that has failed it says ROLLBACK. */
  async function commit(client: pg.PoolClient): Promise<void> {
    const { command } = await send(client, 'commit');
    if (command !== 'COMMIT') throw new DatabaseError('ROLLED_BACK', `commit was answered by ${command}`);
  }

  /** Text alone goes by the simple protocol: it is never prepared, so never sent a second time. */
  function send(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
    watcher.seen?.(text);
    return client.query(text).then(lastOf, (error: unknown) => {
      throw toDatabaseError(error);
    });
  }

  const ask: Ask<pg.PoolClient> = (client, config, values) => {
    watcher.seen?.(config.text);
    return client.query(names ? names.named(config) : config, values as unknown[]).catch((error: unknown) => {
      throw toDatabaseError(error);
    });
  };

  const single = shared
    ? (config: pg.QueryConfig, values: readonly unknown[]) =>
        withClient(async (client) => {
          await send(client, settingsOfTransaction);
          const result = await ask(client, config, values).catch(async (error: unknown) => {
            await send(client, 'rollback');
            throw error;
          });
          await commit(client);
          return result;
        })
    : (config: pg.QueryConfig, values: readonly unknown[]) =>
        withClient((client) => ask(client, config, values));

  return {
    options,
    session: sessionOn(single),
    transaction,
    ping: async () => void (await single({ text: 'select 1' }, [])),
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    watch: (seen) => {
      watcher.seen = seen;
    },
    close: () => {
      closing ??= closed(pool, open);
      return closing;
    },
  };
}

/** Ends the pool when its work is done; a server that answers no more is not waited for. */
async function closed(pool: pg.Pool, open: ReadonlySet<pg.PoolClient>): Promise<void> {
  const cut = setTimeout(() => {
    for (const client of open)
      (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }, closePatienceMs);
  await pool.end();
  clearTimeout(cut);
}

interface Watcher {
  seen: ((text: string) => void) | null;
}

type Ask<Client> = (
  client: Client,
  config: pg.QueryConfig,
  values: readonly unknown[],
) => Promise<pg.QueryResult>;

function sessionOn(
  query: (config: pg.QueryConfig, values: readonly unknown[]) => Promise<pg.QueryResult>,
): Session {
  const client = {
    query: (config: string | pg.QueryConfig, values: readonly unknown[] = []) =>
      query(typeof config === 'string' ? { text: config } : config, values),
  };
  return {
    db: drizzle({ client: client as unknown as pg.Pool }),
    run: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await query({ text }, values)).rows as Row[],
  };
}

/** The answer to the last of several commands in one text. */
const lastOf = (result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult =>
  Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
