/** Keyset pagination: a page after a cursor costs the same anywhere in the list. A page with `offset` also reads the rows before it. */
import { type AnyColumn, and, Column, is, type SQL, sql } from 'drizzle-orm';
import type { AnyPgTable, PgSelect } from 'drizzle-orm/pg-core';
import type { Page } from '../../operations/ports/page.ts';
import { firstRow, type Session } from '../session.ts';

export interface Order<Key, OrderColumn extends AnyColumn | SQL = AnyColumn | SQL> {
  readonly columns: readonly [OrderColumn, ...OrderColumn[]];
  readonly valuesOf: (key: Key) => readonly unknown[];
  readonly ascending?: boolean;
}

/** The query reads a page `fromEnd` in reverse. `inOrder` puts the rows back into the order of the list. */
export function keysetPage<Key>({ columns, valuesOf, ascending = false }: Order<Key>, page: Page<Key>) {
  const { fromEnd = false } = page;
  const direction = sql.raw(ascending !== fromEnd ? 'asc' : 'desc');
  const compareWithKey = (sign: SQL, key: Key | undefined): SQL | undefined => {
    if (key === undefined) return undefined;
    const values = valuesOf(key).map((value, index) => {
      const column = columns[index];
      return is(column, Column) ? sql.param(value, column) : sql.param(value);
    });
    return sql`(${sql.join([...columns], sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
  };
  return {
    where: [
      compareWithKey(ascending ? sql`>` : sql`<`, page.after),
      compareWithKey(ascending ? sql`<` : sql`>`, page.before),
    ],
    orderBy: columns.map((column) => sql`${column} ${direction}`),
    inOrder: <Row>(rows: Row[]): Row[] => (fromEnd ? rows.reverse() : rows),
  };
}

export async function readPage<Query extends PgSelect, Key>(
  query: Query,
  condition: SQL | undefined,
  order: Order<Key>,
  page: Page<Key>,
): Promise<Awaited<Query>> {
  const { where, orderBy, inOrder } = keysetPage(order, page);
  const rows = await query
    .where(and(condition, ...where))
    .orderBy(...orderBy)
    .limit(page.limit)
    .offset(page.offset ?? 0);
  return inOrder(rows) as Awaited<Query>;
}

/** The order makes PostgreSQL use the index of the list. */
export async function countUpTo(
  db: Session['db'],
  table: AnyPgTable,
  where: SQL | undefined,
  atMost: number,
  ...order: readonly SQL[]
): Promise<number> {
  const rows = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(atMost)
    .as('counted');
  const row = await firstRow(db.select({ count: sql<number>`count(*)::int` }).from(rows));
  return row?.count ?? 0;
}
