/** Fixes the order of a race: a transaction of the test blocks the way until somebody waits for it. */
import type postgres from 'postgres';
import type { Bank } from './bank.ts';

interface Held {
  readonly tx: postgres.ReservedSql;
  /** Resolves when so many connections wait for a lock, or when one of `acts` has ended. */
  waiting(count: number, ...acts: readonly Promise<unknown>[]): Promise<void>;
  commit(): Promise<void>;
}

/**
 * Begins a transaction, runs `first` in it and keeps it open for `then`, then commits; returns the result of `then`.
 */
export async function holding<T>(
  { sql }: Pick<Bank, 'sql'>,
  first: (tx: postgres.ReservedSql) => Promise<unknown>,
  then: (held: Held) => Promise<T>,
): Promise<T> {
  // The driver never reserves the first connection that it opens.
  await sql`select 1`;
  const tx = await sql.reserve();
  let open = true;
  const end = async (how: 'commit' | 'rollback') => {
    if (open) await tx.unsafe(how);
    open = false;
  };
  try {
    await tx`begin`;
    await first(tx);
    return await then({
      tx,
      waiting: (count, ...acts) => waiting(sql, count, acts),
      commit: () => end('commit'),
    });
  } finally {
    await end('rollback');
    tx.release();
  }
}

/** The most common order: `act` begins before `first` commits, and follows it. */
export function behind<T>(
  bank: Pick<Bank, 'sql'>,
  first: (tx: postgres.ReservedSql) => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  return holding(bank, first, async (held) => {
    const acting = act();
    await held.waiting(1, acting);
    await held.commit();
    return acting;
  });
}

async function waiting(sql: postgres.Sql, count: number, acts: readonly Promise<unknown>[]): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  for (const act of acts) act.then(end, end);
  for (let waiters = 0; waiters < count && !ended; ) {
    const [row] = await sql`
      select count(*)::int as waiters from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    waiters = row?.waiters;
  }
}
