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

/** Inserts wait for the next statement that is no insert, or for the end. Work that only inserts needs no BEGIN. */
export async function runTransaction<T>(
  parts: TransactionParts,
  work: (session: Session, query: Query) => Promise<T>,
): Promise<T> {
  const { send, runAlone, engine } = parts;
  const pending: PendingInsert[] = [];
  let loanPromise: Promise<Loan> | null = null;
  let hasEnded = false;

  async function begin(): Promise<Loan> {
    const loan = await parts.borrow();
    await send(loan.client, { text: parts.beginStatement }).catch((error: unknown) => {
      loan.giveBack(error);
      throw error;
    });
    return loan;
  }

  async function writePending(run: Query): Promise<void> {
    for (const insert of insertStatements(engine, pending.splice(0))) await run(...insert);
  }

  function requireOpen(): void {
    // The connection may already serve another request.
    if (hasEnded) throw new Error('a statement after the end of its transaction');
  }

  const query: Query = async (...statement) => {
    requireOpen();
    loanPromise ??= begin();
    const { client } = await loanPromise;
    // The work may have ended meanwhile.
    const sendIfOpen: Query = async (...next) => {
      requireOpen();
      return send(client, ...next);
    };
    await writePending(sendIfOpen);
    return sendIfOpen(...statement);
  };

  const session = new Session(parts.tppId, query, {
    engine,
    insert: async (statement, row) => void pending.push({ statement, row } as PendingInsert),
  });

  let failure: unknown;
  try {
    const result = await work(session, query);
    hasEnded = true;
    // `insertStatements` joins several inserts into one statement only for the engine `postgres`.
    const fitsOneStatement = engine === 'postgres' || pending.length < 2;
    if (loanPromise === null && fitsOneStatement) await writePending(runAlone);
    else {
      loanPromise ??= begin();
      const { client }: Loan = await loanPromise;
      await writePending((...insert) => send(client, ...insert));
      await commit(send, client);
    }
    return result;
  } catch (error) {
    hasEnded = true;
    failure = loanPromise === null ? error : await rollBack(parts, loanPromise, error);
    throw failure;
  } finally {
    // If `begin` failed, there is no loan to give back.
    if (loanPromise !== null) (await (loanPromise as Promise<Loan>).catch(() => null))?.giveBack(failure);
  }
}

/** Returns the error to throw. */
async function rollBack({ send }: TransactionParts, loanPromise: Promise<Loan>, reason: unknown) {
  const loan = await loanPromise.catch(() => null);
  if (loan === null || breaksConnection(reason)) return reason;
  return send(loan.client, { text: 'rollback' }).then(
    () => reason,
    (failure: unknown) => failure,
  );
}

/**
 * Transactions that announce changes commit one at a time. A COMMIT that waits too long for another COMMIT is refused with
 * UNAVAILABLE, not with the CONFLICT of other lock time-outs.
 */
async function commit(send: SendStatement, client: pg.PoolClient): Promise<void> {
  const { command } = await send(client, { text: 'commit' }).catch((error: unknown) => {
    throw isLockTimeout(error) ? refusalOfFailure(error) : error;
  });
  if (command !== 'COMMIT') throw new DatabaseError('ROLLED_BACK', `commit was answered by ${command}`);
}
