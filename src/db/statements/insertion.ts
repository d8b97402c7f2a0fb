/** Rows that go into tables whole, several of them as one statement (by-hand/group-commit.ts). */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { kept, type Statement } from './kept.ts';

/** How rows go into one table; made once per process. */
export interface Insertion<Row> {
  readonly statement: Statement<Row, never>;
  readonly table: string;
  /** In the order of the statement's values. */
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** As PostgreSQL writes it. */
  readonly type: string;
}

export interface PendingInsert {
  readonly into: Insertion<unknown>;
  readonly row: unknown;
}

/** What must be so for rows to be written. */
export interface Condition {
  readonly id: number;
  /** What the question is asked about. */
  readonly columns: readonly Column[];
  /** The question, about the columns of a row `asked`. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The condition does not hold, or a statement had to run before it was checked: nothing has been written. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
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
  return {
    statement: kept(Object.fromEntries(columns), (db, $) => db.insert<PgTable>(table).values($)),
    table: `"${getTableName(table)}"`,
    columns: columns.map(([, column]) => ({ name: `"${column.name}"`, type: column.getSQLType() })),
  };
}
