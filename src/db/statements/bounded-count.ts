/** How long a list is, counted up to a bound: rows beyond it are not read. */
import { desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../connections/client.ts';

/** `key`: what the list is ordered by, so that the rows are read from the index of its pages and the table is not scanned. */
export async function boundedCount(
  db: Executor,
  key: PgColumn,
  where: SQL | undefined,
  atMost: number,
): Promise<number> {
  const counted = db
    .select({ one: sql`1` })
    .from(key.table)
    .where(where)
    .orderBy(desc(key))
    .limit(atMost)
    .as('counted');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(counted);
  return row?.count ?? 0;
}
