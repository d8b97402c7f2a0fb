/** Keyset pagination: a page after or before a known item costs the same wherever it lies in the list. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../operations/ports/page.ts';

/** What a list is ordered by, and the values of a cursor in it. Lists run down. */
export interface Order<Key> {
  readonly columns: readonly [AnyColumn, ...AnyColumn[]];
  readonly valuesOf: (key: Key) => readonly unknown[];
}

/** Conditions, order and direction of a page; rows read `fromEnd` come in reverse. */
export function keysetPage<Key>({ columns, valuesOf }: Order<Key>, page: Page<Key>) {
  const direction = sql.raw(page.fromEnd ? 'asc' : 'desc');
  /** The part of the list on one side of a cursor. */
  const beyond = (sign: SQL, key: Key | undefined): SQL | undefined => {
    if (key === undefined) return undefined;
    const values = valuesOf(key).map((value, index) => sql.param(value, columns[index]));
    return sql`(${sql.join([...columns], sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
  };
  return {
    where: [beyond(sql`<`, page.after), beyond(sql`>`, page.before)],
    orderBy: columns.map((column) => sql`${column} ${direction}`),
    arrange: <Row>(rows: Row[]): Row[] => (page.fromEnd ? rows.reverse() : rows),
  };
}
