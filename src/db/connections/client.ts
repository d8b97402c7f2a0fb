import type pg from 'pg';
import { noTpp, type Query, Session, type StatementConfig } from '../session.ts';
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
  beginStatements,
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
  /** Sends a statement of `session`. */
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
  readonly engine?: Engine | undefined;
  readonly notice?: Notice | undefined;
  /** Whether commits wait until streaming replicas have applied them. */
  readonly awaitReplicas?: boolean;
  /** false: refuses connections to a standby. After a failover, the address may lead to one, whose rows may be stale. */
  readonly acceptsStandby?: boolean;
  readonly answerTimeoutMs?: number;
  readonly traces?: StatementTraces | null | undefined;
}

interface Connections extends Pick<TransactionParts, 'engine' | 'beginning'> {
  readonly pool: ConnectionPool;
  readonly failures: ReturnType<typeof createFailureCounter>;
  readonly traces: StatementTraces | null;
  /** false behind a pooler, where the next statement may use another connection, which does not have the plan. */
  readonly keepsPlans: boolean;
  /** null: PostgreSQL commits the statement without BEGIN. */
  readonly beginningOf: (config: StatementConfig) => string | null;
}

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { engine = 'postgres', awaitReplicas = false, traces = null } = options;
  const behindPooler = options.pooler === 'transaction';
  const { beginning, byValues: byValuesBeginning } = beginStatements(engine, { isPooled: behindPooler });
  // The wait for replicas can be limited only if COMMIT is a statement of its own.
  const singleBeginning = behindPooler || awaitReplicas ? beginning : null;
  const failures = createFailureCounter();
  const { notice = () => undefined, poolSize: size, acceptsStandby = false } = options;
  const config = configOf(options, behindPooler);
  const pool = openPool({ config, size, notice, acceptsStandby, onFailure: failures.count });
  const beginningOf: Connections['beginningOf'] = ({ byValues }) =>
    byValues ? byValuesBeginning : singleBeginning;
  const keepsPlans = !behindPooler;
  const connections = { pool, engine, beginning, beginningOf, failures, traces, keepsPlans };
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

function configOf(options: DatabaseOptions, behindPooler: boolean): pg.ClientConfig {
  const address = connectionOptions(options.url);
  return {
    ...(behindPooler ? address : sessionConfig(address, options)),
    // With `pipeline`, the driver destroys a connection that has not responded within this time.
    query_timeout: options.answerTimeoutMs ?? answerTimeoutMs,
    pipeline: true,
  } as pg.ClientConfig;
}

function tppDatabaseOf(connections: Connections, tppId: string): TppDatabase {
  const { pool, engine, beginning, beginningOf } = connections;
  const sendStatement: TransactionParts['send'] = (...statement) => send(connections, ...statement);
  const runAlone: Query = (...statement) => {
    const begin = beginningOf(statement[0]);
    return begin === null
      ? lend(pool, tppId, (client) => sendStatement(client, ...statement))
      : runTransaction({ ...transactionParts, beginning: begin }, (_, query) => query(...statement));
  };
  const transactionParts: TransactionParts = {
    tppId,
    borrow: () => borrow(pool, tppId),
    send: sendStatement,
    runAlone,
    beginning,
    engine,
  };
  const session = new Session(tppId, runAlone, { sharesReads: true, engine });
  return {
    session,
    readOnly: session,
    query: runAlone,
    transaction: (callback) => runTransaction(transactionParts, callback),
  };
}

async function send(
  { traces, keepsPlans, failures }: Connections,
  ...[client, config, values]: Parameters<TransactionParts['send']>
): Promise<pg.QueryResult> {
  const end = traces?.begin(config.text);
  const namedConfig = keepsPlans ? config : { ...config, name: undefined };
  try {
    const result = await client.query(
      values === undefined ? config.text : namedConfig,
      values as unknown[] | undefined,
    );
    end?.(null);
    return result;
  } catch (error) {
    const failure = failures.count(toDatabaseError(error));
    end?.(failureCode(failure) ?? 'UNKNOWN');
    throw failure;
  }
}
