/**
 * PostgreSQL as stores see it: time-outs, statements, and the one place where transactions begin and end. Nothing here
 * knows a table, and connections.ts keeps the connections. Start at `openDatabase`.
 */
import type pg from 'pg';
import {
  type Condition,
  ConditionFailed,
  insertStatement,
  type PendingInsert,
} from '../statements/insertion.ts';
import { type Query, QuerySession, type Session } from '../statements/session.ts';
import { type ConditionalWrite, readsTogether, writesTogether } from '../statements/together.ts';
import { type Connections, type Loan, type Notice, openConnections } from './connections.ts';
import { countFailures, DatabaseError, dooms, type FailureKind, toDatabaseError } from './failure.ts';
import { answerOf, statementNames } from './send.ts';

export type { Executor, Session } from '../statements/session.ts';

/** `transaction`: connections are handed out by the transaction, so nothing may outlive one. */
export type Pooler = 'none' | 'transaction';

/** What is done on behalf of one party. */
export interface Work {
  /** Statements that are a transaction each. */
  readonly session: Session;
  /**
   * Runs `work` in a transaction of its own; resolves once PostgreSQL has confirmed COMMIT, rolls back when `work` throws.
   * With a condition `work` may only insert, and ConditionFailed is thrown when the condition does not hold.
   */
  transaction<T>(work: (session: Session) => Promise<T>, condition?: Condition | null): Promise<T>;
}

export interface OpenDatabase extends Work, Pick<Connections, 'ping' | 'usage' | 'close'> {
  /** The same for a TPP, which gets a fair share of the connections. To be asked for once per TPP. */
  of(whom: string): Work;
  /** How many statements and connections have failed since the start, by kind. */
  failures(): Readonly<Record<FailureKind, number>>;
  /** Calls back with every statement that is sent, until it is called with null. For tests that count statements. */
  watch(seen: ((text: string) => void) | null): void;
  readonly options: DatabaseOptions;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName?: string;
  readonly pooler?: Pooler;
  /** An address past the pooler, for what needs a session of its own: LISTEN, migrations. */
  readonly directUrl?: string;
  /** Told when the database is lost and when it is found again, once each. */
  readonly notice?: Notice;
  /** After how long a statement without an answer fails; tests set it lower. */
  readonly answerTimeoutMs?: number;
}

/** In force on every connection, or in every transaction where connections are shared by a pooler. Milliseconds. */
export const timeouts = {
  statement_timeout: 8_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

const connectTimeoutMs = 5_000;
const keepAliveAfterMs = 10_000;
/** Longer than statement_timeout: a server that has not answered by then is frozen or gone. */
const answerTimeoutMs = timeouts.statement_timeout + 2_500;
/** Stands for the bank's own work and for callers that are not known yet. */
const nobody = '';

/** What connections that serve are called in pg_stat_activity. */
export const serviceName = 'psd2-bank';

/** Settings for one connection of the service's own. */
export function connectionOptions(url: string, applicationName: string = serviceName): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  };
}

/**
 * Every statement has an index to read, and joins find rows by their keys. A table that is still small looks cheaper to
 * read as a whole, as the joins that are switched off here do, and PostgreSQL keeps such a plan, also of its checks of
 * foreign keys, until it has counted the rows again: a minute in which each posting would read all others.
 * A statement is planned once: left to itself, PostgreSQL plans those with short lists or limits at every use, which
 * costs more than to run them.
 */
const planning = {
  TimeZone: 'UTC',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
} as const;
const planningByValues = { ...planning, plan_cache_mode: 'force_custom_plan' } as const;

/** Settings of the session from its start; a pooler that shares connections would refuse or lose them. */
export const sessionSettings: pg.ClientConfig = {
  ...timeouts,
  options: Object.entries(planning)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
};

/** Whatever the database takes for its default: row locks and unique indexes keep the money right, not the level. */
const beginning = 'begin isolation level read committed';

const beginningWith = (settings: Readonly<Record<string, string>>): string =>
  [
    beginning,
    ...Object.entries({ ...timeouts, ...settings }).map(([name, value]) => `set local ${name} = '${value}'`),
  ].join('; ');
const beginningShared = beginningWith(planning);
const beginningByValues = beginningWith(planningByValues);

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const shared = options.pooler === 'transaction';
  const failures = countFailures();
  const connections = openConnections({
    config: {
      ...connectionOptions(options.url, options.applicationName),
      ...(shared ? {} : sessionSettings),
      // `answerOf` has the time limit.
      query_timeout: 0,
      pipeline: true,
    } as pg.ClientConfig,
    size: options.poolSize,
    notice: options.notice ?? (() => undefined),
    failed: failures.counted,
  });
  const named = shared ? (config: pg.QueryConfig) => config : statementNames();
  let seen: ((text: string) => void) | null = null;
  const answerWithinMs = options.answerTimeoutMs ?? answerTimeoutMs;
  const refused = (error: unknown): never => {
    throw failures.counted(toDatabaseError(error));
  };

  /**
   * BEGIN is sent with the first statement that is not an insert. Work that only inserts is one statement, which
   * PostgreSQL commits by itself.
   */
  async function transaction<T>(
    whom: string,
    write: ConditionalWrite,
    work: (session: Session) => Promise<T>,
    condition: Condition | null,
  ): Promise<T> {
    const pending: PendingInsert[] = [];
    let begun: Promise<Loan> | null = null;
    let ended = false;
    let failure: unknown;
    const begin = async (): Promise<Loan> => {
      const loan = await connections.borrow(whom);
      await send(loan.client, shared ? beginningShared : beginning).catch((error: unknown) => {
        loan.giveBack(error);
        throw error;
      });
      return loan;
    };
    const client = async (): Promise<pg.PoolClient> => {
      // The connection may be in use for another request by now.
      if (ended) throw new Error('a statement after the end of its transaction');
      if (condition !== null) throw new ConditionFailed();
      begun ??= begin();
      return (await begun).client;
    };
    const written = async (on: Query): Promise<void> => {
      if (pending.length === 0) return;
      const { text, values } = insertStatement(pending.splice(0));
      await on({ text }, values);
    };
    const session = new QuerySession(
      async (config, values) => {
        const on = await client();
        await written((...statement) => ask(on, ...statement));
        return ask(on, config, values);
      },
      async (into, row) => {
        pending.push({ into, row } as PendingInsert);
      },
    );
    try {
      const result = await work(session);
      ended = true;
      if (condition !== null) {
        if (!(await write({ rows: pending, condition }))) throw new ConditionFailed();
      } else if (begun === null) await written(single(whom));
      else {
        const { client: on }: Loan = await begun;
        await written((...statement) => ask(on, ...statement));
        await commit(on);
      }
      return result;
    } catch (error) {
      failure = error;
      ended = true;
      if (begun !== null) await rollBack(begun, error);
      throw error;
    } finally {
      if (begun !== null)
        await (begun as Promise<Loan>).then(
          (loan) => loan.giveBack(failure),
          () => undefined,
        );
    }
  }

  /** A connection that cannot roll back must not be used again, so that failure replaces the first one. */
  async function rollBack(begun: Promise<Loan>, why: unknown): Promise<void> {
    const loan = await begun.catch(() => null);
    if (loan === null || dooms(why)) return;
    await send(loan.client, 'rollback').catch((failure: unknown) => {
      throw toDatabaseError(failure, why);
    });
  }

  /** Checks the answer to COMMIT: for a transaction that has failed it is ROLLBACK. */
  async function commit(client: pg.PoolClient): Promise<void> {
    const { command } = await send(client, 'commit');
    if (command !== 'COMMIT') throw new DatabaseError('ROLLED_BACK', `commit was answered by ${command}`);
  }

  /** Sends text by the simple protocol, without a prepared statement. */
  function send(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
    seen?.(text);
    return answerOf(client, text, undefined, answerWithinMs).then(lastOf, refused);
  }

  function ask(client: pg.PoolClient, ...[config, values]: Parameters<Query>): Promise<pg.QueryResult> {
    seen?.(config.text);
    return answerOf(client, named(config), values, answerWithinMs).catch(refused);
  }

  async function inTransaction(client: pg.PoolClient, ...asked: Parameters<Query>): Promise<pg.QueryResult> {
    const [{ byValues }] = asked;
    await send(client, byValues ? beginningByValues : beginningShared);
    const result = await ask(client, ...asked).catch(async (error: unknown) => {
      await send(client, 'rollback');
      throw error;
    });
    await commit(client);
    return result;
  }

  const single =
    (whom: string): Query =>
    (config, values) =>
      connections.lend(whom, (client) =>
        (shared || config.byValues ? inTransaction : ask)(client, config, values),
      );

  const of = (whom: string): Work => {
    const query = single(whom);
    const write = writesTogether(query);
    const insert: Session['insert'] = async (into, row) => {
      const { text, values } = insertStatement([{ into, row } as PendingInsert]);
      await query({ text }, values);
    };
    return {
      session: new QuerySession(query, insert, readsTogether),
      transaction: (work, condition = null) => transaction(whom, write, work, condition),
    };
  };

  return {
    options,
    ...of(nobody),
    of,
    ping: connections.ping,
    usage: connections.usage,
    close: connections.close,
    failures: failures.read,
    watch: (told) => {
      seen = told;
    },
  };
}

/** The answer to the last of several commands in one text. */
const lastOf = (result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult =>
  Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
