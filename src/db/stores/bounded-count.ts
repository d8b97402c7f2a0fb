/** How long a list is, counted no further than a bound: what lies behind it is never read. */
import { type AnyColumn, desc, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';

/** `order` is that of the list, so that the rows are taken from its index as a page is, and never by a walk over the table. */
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
