/** Rows that go into tables whole; those of several tables as one statement. */
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { kept, keptByShape, type Statement } from './kept.ts';

/** How rows go into one table; made once per process. */
export interface Insertion<Row> {
  readonly statement: Statement<Row, never>;
}

export interface PendingInsert {
  readonly into: Insertion<unknown>;
  readonly row: unknown;
}

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
  return { statement: kept(Object.fromEntries(columns), (db, $) => db.insert<PgTable>(table).values($)) };
}

/**
 * One statement that writes all the rows. PostgreSQL checks foreign keys at its end, so a row may refer to another one of it.
 * Drizzle has no statement made of others that it has built.
 */
export function insertStatement(rows: readonly PendingInsert[]) {
  return {
    text: insertText(rows.map(({ into }) => into)),
    values: rows.flatMap(({ into, row }) => into.statement.valuesOf(row)),
  };
}

const insertText = keptByShape(
  (into: readonly Insertion<unknown>[]) => into.map(({ statement }) => statement.id).join(),
  (into) => {
    const parts = numberedOn(into.map(({ statement }) => statement.text));
    const before = parts.slice(0, -1).map((text, position) => `written_${position} as (${text})`);
    return `${before.length === 0 ? '' : `with ${before.join(', ')} `}${parts.at(-1) ?? ''}`;
  },
);

/** Texts that will stand in one statement: the parameters of each are numbered on from those of the one before. */
export function numberedOn(texts: readonly string[]): string[] {
  let last = 0;
  return texts.map((text) => {
    const before = last;
    return text.replace(/\$(\d+)/g, (_, position: string) => {
      last = Math.max(last, before + Number(position));
      return `$${before + Number(position)}`;
    });
  });
}
