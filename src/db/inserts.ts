/** Inserts whole rows. Rows that are written together are one statement, which PostgreSQL commits by itself. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Engine } from './connections/settings.ts';
import type { Sent } from './session.ts';
import { prepare, type Statement } from './statement.ts';

/** The parameters are the table's properties without generated columns. Absent properties are null. */
export function insertInto<Table extends PgTable>(
  table: Table,
  ...databaseColumns: readonly (keyof Table['$inferInsert'])[]
): Statement<Table['$inferInsert'], never> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([property, column]) => !column.generatedIdentity && !databaseColumns.some((name) => name === property),
  );
  return prepare(Object.fromEntries(columns), (db, $) => db.insert<PgTable>(table).values($)) as never;
}

export interface PendingInsert {
  readonly into: Statement<unknown, unknown>;
  readonly row: unknown;
}

/** Sets all columns except the key, because Citus does not allow setting it. */
export const asInserted = (columns: Readonly<Record<string, PgColumn>>, key: readonly PgColumn[]) =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([, column]) => !key.includes(column))
      .map(([name, column]): [string, SQL] => [name, sql`excluded.${sql.identifier(column.name)}`]),
  );

type Insertion = readonly [Sent, readonly unknown[]];

/** One statement for all rows; with Citus one per row. */
export function insertions(engine: Engine, rows: readonly PendingInsert[]): readonly Insertion[] {
  if (rows.length === 0) return [];
  if (engine === 'postgres') return [joinInserts(rows)];
  return rows.map(({ into, row }) => [{ name: into.name, text: into.text }, into.valuesOf(row)]);
}

/** Foreign keys are checked at the end of the statement, so rows may refer to each other. */
function joinInserts(rows: readonly PendingInsert[]): Insertion {
  const key = rows.map(({ into }) => into.name).join();
  const query = combinations.get(key) ?? combine(key, rows);
  return [query, rows.flatMap(({ into, row }) => into.valuesOf(row))];
}

const combinationsAtMost = 200;
const combinations = new Map<string, Sent>();

/** Names are short, because PostgreSQL compares only 63 characters. Beyond `combinationsAtMost` statements have no name. */
function combine(key: string, rows: readonly PendingInsert[]): Sent {
  const text = joinTexts(rows.map(({ into }) => into.text));
  if (combinations.size >= combinationsAtMost) return { text };
  const query = { name: `w${combinations.size}`, text };
  combinations.set(key, query);
  return query;
}

function joinTexts(parts: readonly string[]): string {
  const [last = '', ...before] = numberedOn(parts).reverse();
  const clauses = before.reverse().map((text, position) => `written_${position} as (${text})`);
  return clauses.length === 0 ? last : `with ${clauses.join(', ')} ${last}`;
}

function numberedOn(texts: readonly string[]): string[] {
  let last = 0;
  return texts.map((text) => {
    const before = last;
    return text.replace(/\$(\d+)/g, (_, position: string) => {
      last = Math.max(last, before + Number(position));
      return `$${before + Number(position)}`;
    });
  });
}
