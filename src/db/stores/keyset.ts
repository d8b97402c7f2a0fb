/** Keyset pagination: a page after or before a known item costs the same wherever it lies in the list. */
import { type AnyColumn, is, SQL, sql } from 'drizzle-orm';
import type { Page } from '../../operations/ports/page.ts';

/** What a list is ordered by: columns, or expressions that an index holds. */
type Key = AnyColumn | SQL;

/** The part of an ordered list on one side of `key`. */
export function beyond(columns: readonly Key[], sign: '<' | '>', values: readonly unknown[]): SQL {
  const left = sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  );
  const right = sql.join(
    values.map((value, place) => {
      const column = columns[place];
      return is(column, SQL) ? sql.param(value) : sql.param(value, column);
    }),
    sql`, `,
  );
  return sql`(${left}) ${sql.raw(sign)} (${right})`;
}

/**
 * Conditions, order and direction of a page over `columns`, which lists run down unless they are `ascending`; rows read
 * `fromEnd` come in reverse.
 */
export function keysetPage<Place>(
  columns: readonly Key[],
  page: Page<Place>,
  valuesOf: (place: Place) => readonly unknown[],
  ascending = false,
) {
  const direction = sql.raw(ascending === (page.fromEnd ?? false) ? 'desc' : 'asc');
  const [onward, back] = ascending ? (['>', '<'] as const) : (['<', '>'] as const);
  return {
    where: [
      ...(page.after === undefined ? [] : [beyond(columns, onward, valuesOf(page.after))]),
      ...(page.before === undefined ? [] : [beyond(columns, back, valuesOf(page.before))]),
    ],
    orderBy: columns.map((column) => sql`${column} ${direction}`),
    arrange: <Row>(rows: Row[]): Row[] => (page.fromEnd ? rows.reverse() : rows),
  };
}
