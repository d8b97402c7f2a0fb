import type pg from 'pg';
import { insertStatements, type PendingInsert } from '../inserts.ts';
import { type Query, Session, type StatementConfig } from '../session.ts';
import { breaksConnection, DatabaseError, isLockTimeout, refusalOfFailure } from './failure.ts';
import type { Loan } from './pool.ts';
import type { Engine } from './settings.ts';

export interface TransactionParts {
  readonly tppId: string;
  borrow(): Promise<Loan>;
  readonly send: SendStatement;
  /** Sends one statement as a transaction of its own. */
  readonly runAlone: Query;
  /** BEGIN, and SET LOCAL for settings that the connection does not have. */
  readonly beginStatement: string;
  readonly engine: Engine;
}

/** Without `values`, the text may contain several commands. */
type SendStatement = (
  client: pg.PoolClient,
  config: StatementConfig,
  values?: readonly unknown[],
) => Promise<pg.QueryResult>;

/**
 * Inserts wait for the next statement that is no insert, or for the end. Work that only inserts needs no BEGIN, because PostgreSQL gets
 * all inserts as one statement. On Citus, each insert is a statement, so only a single one needs no BEGIN.
 */
export async function runTransaction<T>(
  parts: TransactionParts,
  work: (session: Session, query: Query) => Promise<T>,
): Promise<T> {
  const { send, runAlone, engine, tppId } = parts;
  const pending: PendingInsert[] = [];
  const takePending = () => insertStatements(engine, pending.splice(0));
  /** `loan` is null before BEGIN. */
  const state: { loan: Promise<Loan> | null; hasEnded: boolean } = { loan: null, hasEnded: false };

  /** Called after each wait: `work` may have ended meanwhile, and the connection may already serve another request. */
  function requireOpen(): void {
    if (state.hasEnded) throw new Error('a statement after the end of its transaction');
  }

  const query: Query = async (...statement) => {
    requireOpen();
    state.loan ??= begin(parts);
    const { client } = await state.loan;
    for (const insert of takePending()) {
      requireOpen();
      await send(client, ...insert);
    }
    requireOpen();
    return send(client, ...statement);
  };

  const session = new Session(tppId, query, {
    engine,
    insert: async (statement, row) => {
      requireOpen();
      pending.push({ statement, row } as PendingInsert);
    },
  });

  let failure: unknown;
  try {
    const result = await work(session, query);
    state.hasEnded = true;
    const inserts = takePending();
    if (state.loan === null && inserts.length < 2) for (const insert of inserts) await runAlone(...insert);
    else {
      state.loan ??= begin(parts);
      const { client } = await state.loan;
      for (const insert of inserts) await send(client, ...insert);
      await commit(send, client);
    }
    return result;
  } catch (error) {
    state.hasEnded = true;
    failure = await rollBack(parts, state.loan, error);
    throw failure;
  } finally {
    (await loanIfBegun(state.loan))?.giveBack(failure);
  }
}

async function begin({ borrow, send, beginStatement }: TransactionParts): Promise<Loan> {
  const loan = await borrow();
  await send(loan.client, { text: beginStatement }).catch((error: unknown) => {
    loan.giveBack(error);
    throw error;
  });
  return loan;
}

/** null: there was no BEGIN, or it failed. */
const loanIfBegun = async (loanPromise: Promise<Loan> | null): Promise<Loan | null> =>
  loanPromise?.catch(() => null) ?? null;

/** Returns the error to throw. */
async function rollBack({ send }: TransactionParts, loanPromise: Promise<Loan> | null, reason: unknown) {
  const loan = await loanIfBegun(loanPromise);
  if (loan === null || breaksConnection(reason)) return reason;
  return send(loan.client, { text: 'rollback' }).then(
    () => reason,
    (failure: unknown) => failure,
  );
}

/**
 * A transaction that announces changes uses NOTIFY, and PostgreSQL commits such transactions one at a time. A COMMIT that waits too long
 * for another COMMIT is refused with UNAVAILABLE, not with the CONFLICT of other lock time-outs.
 */
async function commit(send: SendStatement, client: pg.PoolClient): Promise<void> {
  const { command } = await send(client, { text: 'commit' }).catch((error: unknown) => {
    throw isLockTimeout(error) ? refusalOfFailure(error) : error;
  });
  if (command !== 'COMMIT') throw new DatabaseError('ROLLED_BACK', `commit was answered by ${command}`);
}
