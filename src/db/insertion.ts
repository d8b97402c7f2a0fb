/**
 * Rows that are written together: several inserts, into different tables, as one statement. Foreign keys are looked at
 * when the statement ends, so a row may name another that is written beside it.
 */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** How rows go into one table; made once per process. */
export interface Insertion<Row> {
  readonly id: number;
  /** `insert into … values ($n, …)` with parameters that are numbered from `first` on. */
  text(first: number): string;
  readonly count: number;
  values(row: Row): unknown[];
}

export interface PendingInsert {
  readonly into: Insertion<unknown>;
  readonly row: unknown;
}

let made = 0;

/**
 * An insertion of whole rows, by the properties of the table; what a row lacks is null. `filled` are the properties that
 * the database fills in by itself.
 */
export function insertionInto<Table extends PgTable>(
  table: Table,
  ...filled: readonly (keyof Table['$inferInsert'])[]
): Insertion<Table['$inferInsert']> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([property, column]) => !column.generatedIdentity && !filled.some((name) => name === property),
  );
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  made += 1;
  return {
    id: made,
    count: columns.length,
    text: (first) =>
      `insert into "${getTableName(table)}" (${names}) values (${columns.map((_, index) => `$${first + index}`).join(', ')})`,
    values: (row) =>
      columns.map(([property, column]) => {
        const value = (row as Readonly<Record<string, unknown>>)[property];
        return value === undefined || value === null ? null : column.mapToDriverValue(value);
      }),
  };
}

const texts = new Map<string, string>();
/** Combinations of tables are few; a bulk of rows into one table is not written this way. */
const textsAtMost = 200;

/** One statement that writes all the rows. */
export function insertStatement(rows: readonly PendingInsert[]): { text: string; values: unknown[] } {
  const key = rows.map(({ into }) => into.id).join(',');
  let text = texts.get(key);
  if (text === undefined) {
    text = joined(rows.map(({ into }) => into));
    if (texts.size < textsAtMost) texts.set(key, text);
  }
  return { text, values: rows.flatMap(({ into, row }) => into.values(row)) };
}

function joined(insertions: readonly Insertion<unknown>[]): string {
  let first = 1;
  const parts = insertions.map((into) => {
    const text = into.text(first);
    first += into.count;
    return text;
  });
  const last = parts.pop() ?? '';
  const others = parts.map((part, index) => `written_${index} as (${part})`).join(', ');
  return others === '' ? last : `with ${others} ${last}`;
}
