/** Keyset pagination: a page after or before a known item costs the same wherever it lies in the list. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../operations/ports/page.ts';

/** What a list is ordered by, and the values of a place in it. Lists run down. */
export interface Order<Place> {
  readonly columns: readonly [AnyColumn, ...AnyColumn[]];
  readonly valuesOf: (place: Place) => readonly unknown[];
}

/** Conditions, order and direction of a page; rows read `fromEnd` come in reverse. */
export function keysetPage<Place>({ columns, valuesOf }: Order<Place>, page: Page<Place>) {
  const direction = sql.raw(page.fromEnd ? 'asc' : 'desc');
  /** The part of the list on one side of a place. */
  const beyond = (sign: SQL, place: Place | undefined): SQL | undefined => {
    if (place === undefined) return undefined;
    const values = valuesOf(place).map((value, index) => sql.param(value, columns[index]));
    return sql`(${sql.join([...columns], sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
  };
  return {
    where: [beyond(sql`<`, page.after), beyond(sql`>`, page.before)],
    orderBy: columns.map((column) => sql`${column} ${direction}`),
    arrange: <Row>(rows: Row[]): Row[] => (page.fromEnd ? rows.reverse() : rows),
  };
}
