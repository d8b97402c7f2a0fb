/**
 * Writes several rows, also into different tables, as one statement. PostgreSQL checks foreign keys at the end of a
 * statement, so a row may refer to another of the same statement.
 */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** How rows go into one table; made once per process. */
export interface Insertion<Row> {
  readonly id: number;
  /** `insert into … select $n, …` with parameters that are numbered from `first` on; `from` what the rows depend on. */
  text(first: number, from?: string): string;
  readonly count: number;
  /** Adds the values of a row to those of the statement. */
  write(row: Row, values: unknown[]): void;
}

/** What must be so for any of the rows to be written: the parts that follow `select … where`. */
export interface Condition {
  readonly id: number;
  readonly text: string;
  readonly values: readonly unknown[];
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
    text: (first, from = '') =>
      `insert into "${getTableName(table)}" (${names}) select ${columns.map((_, index) => `$${first + index}`).join(', ')}${from}`,
    write(row, values) {
      for (const [property, column] of columns) {
        const value = (row as Readonly<Record<string, unknown>>)[property];
        values.push(value === undefined || value === null ? null : column.mapToDriverValue(value));
      }
    },
  };
}

const texts = new Map<string, string>();
/** Combinations of tables are few; a bulk of rows into one table is not written this way. */
const textsAtMost = 200;

/** One statement that writes all the rows; none of them unless the condition holds. */
export function insertStatement(
  rows: readonly PendingInsert[],
  condition: Condition | null = null,
): { text: string; values: unknown[] } {
  let key = condition === null ? '' : `${condition.id}:`;
  const values = condition === null ? [] : [...condition.values];
  for (const { into, row } of rows) {
    key += `${into.id},`;
    into.write(row, values);
  }
  let text = texts.get(key);
  if (text === undefined) {
    text = joined(
      rows.map(({ into }) => into),
      condition,
    );
    if (texts.size < textsAtMost) texts.set(key, text);
  }
  return { text, values };
}

function joined(insertions: readonly Insertion<unknown>[], condition: Condition | null): string {
  let first = 1 + (condition?.values.length ?? 0);
  const from = condition === null ? '' : ' from held';
  const parts = insertions.map((into) => {
    const text = into.text(first, from);
    first += into.count;
    return text;
  });
  const last = parts.pop() ?? '';
  const others = parts.map((part, index) => `written_${index} as (${part})`);
  const all =
    condition === null ? others : [`held as materialized (select where ${condition.text})`, ...others];
  return all.length === 0 ? last : `with ${all.join(', ')} ${last}`;
}
