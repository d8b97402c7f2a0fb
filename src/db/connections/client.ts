/**
 * PostgreSQL as stores see it: sessions and transactions, for each TPP its own. Nothing here knows a table, and pool.ts keeps
 * the connections. Start at `openDatabase`.
 */
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

/** `transaction`: connections are handed out by the transaction, so nothing may outlive one. */
export type Pooler = 'none' | 'transaction';

/** What is done on behalf of one party. */
export interface Work {
  /** Statements that are a transaction each. */
  readonly session: Session;
  /** The same for who only reads: of a streaming replica where there is one. */
  readonly readOnly: Session;
  /** Sends one statement that is a transaction of its own. */
  readonly query: Query;
  /** Runs `work` in a transaction of its own; resolves once PostgreSQL has confirmed COMMIT, rolls back when `work` throws. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
}

export interface OpenDatabase extends Work {
  /** The same for a TPP, which gets a fair share of the connections. To be asked for once per TPP. */
  of(whom: string): Work;
  ping(): Promise<void>;
  usage(): ReturnType<typeof usageOf>;
  close(): Promise<void>;
  /** How many statements and connections have failed since the start, by kind. */
  failures(): Readonly<Record<DatabaseFailureKind, number>>;
  /** Calls back with every statement that is sent, until it is called with null. For tests that count statements. */
  watch(watcher: ((text: string) => void) | null): void;
  readonly options: DatabaseOptions;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName?: string;
  readonly pooler?: Pooler;
  /** An address past the pooler, for what needs a session of its own: LISTEN, migrations. */
  readonly directUrl?: string;
  /** postgres when absent. */
  readonly engine?: Engine;
  /** Called when the database is lost and when it is found again, once each. */
  readonly notice?: Notice;
  /** PostgreSQL confirms a commit after its streaming replicas have applied it, so that they can be read. */
  readonly awaitReplicas?: boolean;
  /** After how long a statement without an answer fails; tests set it lower. */
  readonly answerTimeoutMs?: number;
  /** Absent: statements are not traced. */
  readonly traces?: StatementTraces | null;
}

/** What the sessions of one database share. */
interface Wire extends Pick<Protocol, 'engine' | 'beginning'> {
  readonly pool: ConnectionPool;
  readonly failures: ReturnType<typeof countFailures>;
  readonly traces: StatementTraces | null;
  /** The statement with the name that it is sent by. */
  readonly nameOf: (config: Sent) => Sent;
  /** How a single statement begins; null where it needs no transaction. */
  readonly beginningOf: (config: Sent) => string | null;
  watcher: ((text: string) => void) | null;
}

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { engine = 'postgres', awaitReplicas = false, traces = null } = options;
  const shared = options.pooler === 'transaction';
  const beginnings = beginningsOf(engine);
  const beginning = shared ? beginnings.shared : beginnings.own;
  // The time-out of a COMMIT begins with it, not with the statement before: how long it waits for replicas is known.
  const single = shared || awaitReplicas ? beginning : null;
  const failures = countFailures();
  const { notice = () => undefined, poolSize: size } = options;
  const pool = openPool({ config: configOf(options, shared), size, notice, failed: failures.counted });
  // A pooler would not find the plan again that a name stands for.
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
    // The driver destroys a connection whose statement has no answer by then.
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
    return lastOf(result);
  } catch (error) {
    const failure = failures.counted(toDatabaseError(error));
    end?.(failureCode(failure) ?? 'UNKNOWN');
    throw failure;
  }
}

const withoutName = (config: Sent): Sent => ({ ...config, name: undefined });

/** Each connection keeps the plans of so many statements. */
export const namesAtMost = 400;

/** Takes the names of statements away that are used for the first time when there are enough of them. */
function boundNames(): (config: Sent) => Sent {
  const names = new Set<string>();
  return (config) => {
    if (config.name === undefined || names.has(config.name)) return config;
    if (names.size >= namesAtMost) return withoutName(config);
    names.add(config.name);
    return config;
  };
}

/** The answer to the last of several commands in one text. */
const lastOf = (result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult =>
  Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
