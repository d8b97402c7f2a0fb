/** How long a list is, counted up to a bound: rows beyond it are not read. */
import { type AnyColumn, desc, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';

/** `order` is that of the list, so that the rows are read from the index of its pages and the table is not scanned. */
export async function boundedCount(
  db: Executor,
  { table, where, order }: { readonly table: PgTable; where: SQL | undefined; order: readonly AnyColumn[] },
  atMost: number,
): Promise<number> {
  const counted = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .orderBy(...order.map((column) => desc(column)))
    .limit(atMost)
    .as('counted');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(counted);
  return row?.count ?? 0;
}
