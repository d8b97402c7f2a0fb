import type pg from 'pg';
import { noTpp, type Query, Session } from '../session.ts';
import type { StatementTraces } from '../statement-traces.ts';
import { createFailureCounter, type DatabaseFailureKind, failureCode, toDatabaseError } from './failure.ts';
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
import {
  answerTimeoutMs,
  begin,
  beginWithSettings,
  connectionOptions,
  type Engine,
  sessionConfig,
} from './settings.ts';
import { runTransaction, type TransactionParts } from './transaction.ts';

/** `transaction`: a pooler assigns a connection to each transaction, so no setting and no named plan outlives the transaction. */
export type Pooler = 'none' | 'transaction';

export interface TppDatabase {
  /** Each statement is its own transaction. */
  readonly session: Session;
  /** Only for reads, which a replica may serve. */
  readonly readOnly: Session;
  /** The function by which `session` sends its statements. */
  readonly query: Query;
  /** Resolves after PostgreSQL has confirmed COMMIT; rolls back if `callback` throws. */
  transaction<T>(callback: (session: Session) => Promise<T>): Promise<T>;
}

export interface OpenDatabase extends TppDatabase {
  /** Reuse the result, because reads are combined only within one session. */
  of(tppId: string): TppDatabase;
  ping(): Promise<void>;
  usage(): ReturnType<typeof usageOf>;
  close(): Promise<void>;
  failures(): Readonly<Record<DatabaseFailureKind, number>>;
  readonly options: DatabaseOptions;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly pooler?: Pooler;
  /** Direct address for connections that need a session: LISTEN, migrations. */
  readonly directUrl?: string | undefined;
  /** undefined: `inspectDatabase` detects the engine, and `openDatabase` assumes PostgreSQL without Citus. */
  readonly engine?: Engine | undefined;
  readonly notice?: Notice | undefined;
  /** Whether commits wait until streaming replicas have applied them. */
  readonly awaitReplicas?: boolean;
  /** false: refuses connections to a standby. After a failover, the address may lead to a standby with stale rows. */
  readonly acceptsStandby?: boolean;
  readonly answerTimeoutMs?: number;
  readonly traces?: StatementTraces | null | undefined;
}

interface Connections extends Pick<TransactionParts, 'engine' | 'beginStatement'> {
  readonly pool: ConnectionPool;
  readonly failures: ReturnType<typeof createFailureCounter>;
  readonly traces: StatementTraces | null;
  /** true: a pooler may send the next statement by another connection, which lacks the plans, so statements get no name. */
  readonly isPooled: boolean;
  /** Whether a statement outside of a transaction needs BEGIN and COMMIT. */
  readonly needsBegin: boolean;
}

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { engine = 'postgres', awaitReplicas = false, traces = null } = options;
  const isPooled = options.pooler === 'transaction';
  const beginStatement = isPooled ? beginWithSettings(engine) : begin;
  // Behind a pooler, BEGIN sets the settings. With `awaitReplicas`, commits are slow, and a COMMIT with NOTIFY may wait for another one
  // until the lock time-out. `commit` in transaction.ts recognises this. A statement without its own COMMIT would fail like a locked row.
  const needsBegin = isPooled || awaitReplicas;
  const failures = createFailureCounter();
  const { notice = () => undefined, poolSize: size, acceptsStandby = false } = options;
  const config = configOf(options, isPooled);
  const pool = openPool({ config, size, notice, acceptsStandby, countFailure: failures.count });
  const connections = { pool, engine, beginStatement, needsBegin, failures, traces, isPooled };
  return {
    options,
    ...tppDatabaseOf(connections, noTpp),
    of: (tppId) => tppDatabaseOf(connections, tppId),
    ping: () => ping(pool),
    usage: () => usageOf(pool),
    close: () => closePool(pool),
    failures: failures.read,
  };
}

function configOf(options: DatabaseOptions, isPooled: boolean): pg.ClientConfig {
  const address = connectionOptions(options.url);
  return {
    ...(isPooled ? address : sessionConfig(address, options)),
    // With `pipeline`, the driver destroys a connection that has not responded within this time.
    query_timeout: options.answerTimeoutMs ?? answerTimeoutMs,
    pipeline: true,
  };
}

function tppDatabaseOf(connections: Connections, tppId: string): TppDatabase {
  const { pool, engine, beginStatement, needsBegin } = connections;
  const sendStatement: TransactionParts['send'] = (...statement) => send(connections, ...statement);
  const runAlone: Query = (...statement) =>
    needsBegin
      ? runTransaction(transactionParts, (_, query) => query(...statement))
      : lend(pool, tppId, (client) => sendStatement(client, ...statement));
  const transactionParts: TransactionParts = {
    tppId,
    borrow: () => borrow(pool, tppId),
    send: sendStatement,
    runAlone,
    beginStatement,
    engine,
  };
  const session = new Session(tppId, runAlone, { engine });
  return {
    session,
    // With a replica, read-replica.ts puts another session here.
    readOnly: session,
    query: runAlone,
    transaction: (callback) => runTransaction(transactionParts, callback),
  };
}

async function send(
  { traces, isPooled, failures }: Connections,
  ...[client, config, values]: Parameters<TransactionParts['send']>
): Promise<pg.QueryResult> {
  const endTrace = traces?.begin(config.text);
  const sentConfig = isPooled ? { ...config, name: undefined } : config;
  try {
    // PostgreSQL accepts a text of several commands only without a name and values.
    const result = await client.query(
      values === undefined ? config.text : sentConfig,
      values as unknown[] | undefined,
    );
    endTrace?.(null);
    return result;
  } catch (error) {
    const failure = failures.count(toDatabaseError(error));
    endTrace?.(failureCode(failure) ?? 'UNKNOWN');
    throw failure;
  }
}
