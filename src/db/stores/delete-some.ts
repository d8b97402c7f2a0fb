/** Deletes rows that have grown old, a bounded number at a time. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { instantText } from '../../domain/values/instant-text.ts';
import type { Executor } from '../client.ts';

export interface Old {
  readonly table: PgTable;
  /** Columns of the index whose last one says how old a row is. */
  readonly index: readonly [...PgColumn[], PgColumn];
  /** Epoch milliseconds; rows from before are old. */
  readonly before: number;
  readonly and?: SQL;
}

/**
 * Deletes at most `limit` old rows, the oldest first, those locked by others left out; answers how many. The order makes
 * PostgreSQL read them from the index even where it knows nothing of the table yet, and thinks that most rows are old.
 */
export async function deleteSome(
  db: Pick<Executor, 'execute'>,
  { table, index, before, and }: Old,
  limit: number,
): Promise<number> {
  const order = sql.join([...index], sql`, `);
  const gone = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${index.at(-1)} < ${instantText(before)}::timestamptz ${and && sql`and ${and}`}
      order by ${order} limit ${limit} for update skip locked))`);
  return gone.rowCount ?? 0;
}
