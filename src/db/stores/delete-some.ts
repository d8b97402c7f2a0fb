/** Deletes rows that have grown old, a bounded number at a time. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';

/** Deletes at most `limit` rows that fulfil the condition, rows locked by others left out; answers how many. */
export async function deleteSome(
  db: Pick<Executor, 'execute'>,
  table: PgTable,
  condition: SQL,
  limit: number,
): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${limit} for update skip locked))`);
  return gone.rowCount ?? 0;
}
