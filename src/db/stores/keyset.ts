/** Lists by keyset: a page after or before an item already seen costs the same wherever it lies in the list. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../operations/page.ts';

/** The part of an ordered list that comes after, or before, `key` when it is read newest first. */
export function beyond(columns: readonly AnyColumn[], sign: '<' | '>', values: readonly unknown[]): SQL {
  const left = sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  );
  const right = sql.join(
    values.map((value, place) => sql.param(value, columns[place])),
    sql`, `,
  );
  return sql`(${left}) ${sql.raw(sign)} (${right})`;
}

/** Conditions, order and direction of a page over `columns`; rows read `fromEnd` come in reverse. */
export function keysetPage<Key>(
  columns: readonly AnyColumn[],
  page: Page<Key>,
  valuesOf: (key: Key) => readonly unknown[],
) {
  const direction = page.fromEnd ? sql.raw('asc') : sql.raw('desc');
  return {
    where: [
      ...(page.after === undefined ? [] : [beyond(columns, '<', valuesOf(page.after))]),
      ...(page.before === undefined ? [] : [beyond(columns, '>', valuesOf(page.before))]),
    ],
    orderBy: columns.map((column) => sql`${column} ${direction}`),
    arrange: <Row>(rows: Row[]): Row[] => (page.fromEnd ? rows.reverse() : rows),
  };
}
