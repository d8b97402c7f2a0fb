/** The only place where transactions begin and end. Start at `runTransaction`. */
import type pg from 'pg';
import { insertions, type PendingInsert } from '../inserts.ts';
import { type Query, QuerySession, type Sent, type Session } from '../session.ts';
import { DatabaseError, dooms, toDatabaseError } from './failure.ts';
import type { Loan } from './pool.ts';
import type { Engine } from './settings.ts';

export interface Protocol {
  readonly whom: string;
  borrow(): Promise<Loan>;
  readonly ask: TransactionQuestion;
  /** The statement is its own transaction. */
  readonly single: Query;
  readonly beginning: string;
  readonly engine: Engine;
}

/** Without values the text may hold several commands. */
type TransactionQuestion = (
  client: pg.PoolClient,
  config: Sent,
  values?: readonly unknown[],
) => Promise<pg.QueryResult>;

/**
 * Sends BEGIN with the first statement that is not an insert. Work that only inserts is one statement, which PostgreSQL
 * commits by itself; Citus inserts one row at a time, so several rows need a transaction.
 */
export async function runTransaction<T>(
  protocol: Protocol,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { ask, single, engine } = protocol;
  const pending: PendingInsert[] = [];
  let loanPromise: Promise<Loan> | null = null;
  let hasEnded = false;

  async function begin(): Promise<Loan> {
    const loan = await protocol.borrow();
    await ask(loan.client, { text: protocol.beginning }).catch((error: unknown) => {
      loan.giveBack(error);
      throw error;
    });
    return loan;
  }

  async function writePending(on: Query): Promise<void> {
    for (const one of insertions(engine, pending.splice(0))) await on(...one);
  }

  const session = new QuerySession(
    protocol.whom,
    async (...statement) => {
      // Another request may use the connection by now.
      if (hasEnded) throw new Error('a statement after the end of its transaction');
      loanPromise ??= begin();
      const { client } = await loanPromise;
      await writePending((...insert) => ask(client, ...insert));
      return ask(client, ...statement);
    },
    async (into, row) => {
      pending.push({ into, row } as PendingInsert);
    },
    { engine },
  );

  let failure: unknown;
  try {
    const result = await work(session);
    hasEnded = true;
    const inOne = engine === 'postgres' || pending.length < 2;
    if (loanPromise === null && inOne) await writePending(single);
    else {
      loanPromise ??= begin();
      const { client }: Loan = await loanPromise;
      await writePending((...insert) => ask(client, ...insert));
      await commit(ask, client);
    }
    return result;
  } catch (error) {
    hasEnded = true;
    failure = loanPromise === null ? error : await rolledBack(protocol, loanPromise, error);
    throw failure;
  } finally {
    if (loanPromise !== null)
      await (loanPromise as Promise<Loan>).then(
        (loan) => loan.giveBack(failure),
        () => undefined,
      );
  }
}

/** A connection that cannot roll back must not be reused, so its failure is returned. */
async function rolledBack({ ask }: Protocol, loanPromise: Promise<Loan>, why: unknown): Promise<unknown> {
  const loan = await loanPromise.catch(() => null);
  if (loan === null || dooms(why)) return why;
  return ask(loan.client, { text: 'rollback' }).then(
    () => why,
    (failure: unknown) => toDatabaseError(failure, why),
  );
}

/** After a failed statement PostgreSQL answers COMMIT with ROLLBACK. */
async function commit(ask: TransactionQuestion, client: pg.PoolClient): Promise<void> {
  const { command } = await ask(client, { text: 'commit' });
  if (command !== 'COMMIT') throw new DatabaseError('ROLLED_BACK', `commit was answered by ${command}`);
}

/** One statement in its own transaction, with settings only for it. */
export async function transactionOfOne(
  ask: TransactionQuestion,
  beginning: string,
  client: pg.PoolClient,
  ...statement: Parameters<Query>
): Promise<pg.QueryResult> {
  await ask(client, { text: beginning });
  const result = await ask(client, ...statement).catch(async (error: unknown) => {
    await ask(client, { text: 'rollback' });
    throw error;
  });
  await commit(ask, client);
  return result;
}
