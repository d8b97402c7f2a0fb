/** Sessions and transactions, per TPP. Knows no tables; pool.ts holds the connections. Start at `openDatabase`. */
import type pg from 'pg';
import { insertions, type PendingInsert } from '../inserts.ts';
import { nobody, type Query, QuerySession, type Sent, type Session } from '../session.ts';
import type { StatementTraces } from '../statement-traces.ts';
import { countFailures, type DatabaseFailureKind, failureCode, toDatabaseError } from './failure.ts';
import {
  borrow,
  type ConnectionPool,
  closePool,
  lend,
  type Notice,
  openPool,
  ping,
  usageOf,
} from './pool.ts';
import { answerTimeoutMs, beginningsOf, connectionOptions, type Engine, ofSession } from './settings.ts';
import { type Protocol, runTransaction, transactionOfOne } from './transaction.ts';

/** `transaction`: the pooler assigns connections per transaction, so nothing may outlive one. */
export type Pooler = 'none' | 'transaction';

export interface Work {
  /** Each statement is its own transaction. */
  readonly session: Session;
  /** Read-only; uses a streaming replica if there is one. */
  readonly readOnly: Session;
  /** The statement is its own transaction. */
  readonly query: Query;
  /** Resolves once PostgreSQL has confirmed COMMIT; rolls back if `work` throws. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
}

export interface OpenDatabase extends Work {
  /** For a TPP, with a fair share of the connections. Call once per TPP. */
  of(whom: string): Work;
  ping(): Promise<void>;
  usage(): ReturnType<typeof usageOf>;
  close(): Promise<void>;
  failures(): Readonly<Record<DatabaseFailureKind, number>>;
  /** For tests that count statements; null ends it. */
  watch(watcher: ((text: string) => void) | null): void;
  readonly options: DatabaseOptions;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName?: string;
  readonly pooler?: Pooler;
  /** Direct address for connections that need a session: LISTEN, migrations. */
  readonly directUrl?: string;
  /** Default: postgres. */
  readonly engine?: Engine;
  /** Called once when the database is lost, and once when it is back. */
  readonly notice?: Notice;
  /** Commits wait until streaming replicas have applied them. */
  readonly awaitReplicas?: boolean;
  /** Time-out of a statement without a response; tests set it lower. */
  readonly answerTimeoutMs?: number;
  /** Absent: not traced. */
  readonly traces?: StatementTraces | null;
}

interface Wire extends Pick<Protocol, 'engine' | 'beginning'> {
  readonly pool: ConnectionPool;
  readonly failures: ReturnType<typeof countFailures>;
  readonly traces: StatementTraces | null;
  readonly nameOf: (config: Sent) => Sent;
  /** Beginning of the transaction of a single statement; null: none needed. */
  readonly beginningOf: (config: Sent) => string | null;
  watcher: ((text: string) => void) | null;
}

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { engine = 'postgres', awaitReplicas = false, traces = null } = options;
  const shared = options.pooler === 'transaction';
  const beginnings = beginningsOf(engine);
  const beginning = shared ? beginnings.shared : beginnings.own;
  // A separate COMMIT has its own time-out, so its wait for replicas is bounded.
  const single = shared || awaitReplicas ? beginning : null;
  const failures = countFailures();
  const { notice = () => undefined, poolSize: size } = options;
  const pool = openPool({ config: configOf(options, shared), size, notice, failed: failures.counted });
  // Behind a pooler a named plan may be on another connection.
  const nameOf = shared ? withoutName : boundNames();
  const beginningOf: Wire['beginningOf'] = ({ byValues }) => (byValues ? beginnings.byValues : single);
  const wire: Wire = { pool, engine, beginning, beginningOf, failures, traces, nameOf, watcher: null };
  return {
    options,
    ...workOf(wire, nobody),
    of: (whom) => workOf(wire, whom),
    ping: () => ping(pool),
    usage: () => usageOf(pool),
    close: () => closePool(pool),
    failures: failures.read,
    watch(listener) {
      wire.watcher = listener;
    },
  };
}

function configOf(options: DatabaseOptions, shared: boolean): pg.ClientConfig {
  const address = connectionOptions(options.url, options.applicationName);
  return {
    ...(shared ? address : ofSession(address, options)),
    // After this time the driver destroys the connection.
    query_timeout: options.answerTimeoutMs ?? answerTimeoutMs,
    pipeline: true,
  } as pg.ClientConfig;
}

function workOf(wire: Wire, whom: string): Work {
  const { pool, engine, beginning, beginningOf } = wire;
  const ask: Protocol['ask'] = (...statement) => send(wire, ...statement);
  const single: Query = (config, values) =>
    lend(pool, whom, (client) => {
      const begin = beginningOf(config);
      return begin === null
        ? ask(client, config, values)
        : transactionOfOne(ask, begin, client, config, values);
    });
  const insert: Session['insert'] = async (into, row) => {
    for (const one of insertions(engine, [{ into, row } as PendingInsert])) await single(...one);
  };
  const protocol: Protocol = { whom, borrow: () => borrow(pool, whom), ask, single, beginning, engine };
  const session = new QuerySession(whom, single, insert, { shared: true, engine });
  return {
    session,
    readOnly: session,
    query: single,
    transaction: (work) => runTransaction(protocol, work),
  };
}

async function send(
  { watcher, traces, nameOf, failures }: Wire,
  ...[client, config, values]: Parameters<Protocol['ask']>
): Promise<pg.QueryResult> {
  watcher?.(config.text);
  const end = traces?.begin(config.text);
  try {
    const result = await client.query(
      values === undefined ? config.text : nameOf(config),
      values as unknown[] | undefined,
    );
    end?.(null);
    return withLastSecret(result);
  } catch (error) {
    const failure = failures.counted(toDatabaseError(error));
    end?.(failureCode(failure) ?? 'UNKNOWN');
    throw failure;
  }
}

const withoutName = (config: Sent): Sent => ({ ...config, name: undefined });

/** Limit of cached plans per connection. */
export const namesAtMost = 400;

/** Statements beyond the limit run without a name. */
function boundNames(): (config: Sent) => Sent {
  const names = new Set<string>();
  return (config) => {
    if (config.name === undefined || names.has(config.name)) return config;
    if (names.size >= namesAtMost) return withoutName(config);
    names.add(config.name);
    return config;
  };
}

/** The result of the last of several commands in one text. */
const withLastSecret = (result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult =>
  Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
