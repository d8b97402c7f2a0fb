/** Prepared inserts. A transaction joins its pending inserts into one statement. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Engine } from './connections/settings.ts';
import type { StatementConfig } from './session.ts';
import { prepare, type Statement, textOf } from './statement.ts';

/** PostgreSQL itself fills identity columns and `databaseColumns`. Any other column is null in a row that lacks its property. */
export function insertInto<Table extends PgTable>(
  table: Table,
  ...databaseColumns: readonly (keyof Table['$inferInsert'])[]
): Statement<Table['$inferInsert'], never> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([property, column]) => !column.generatedIdentity && !databaseColumns.some((name) => name === property),
  );
  return prepare(Object.fromEntries(columns), (db, $) => db.insert<PgTable>(table).values($));
}

export interface PendingInsert {
  readonly statement: Statement<unknown, unknown>;
  readonly row: unknown;
}

/** What `on conflict do update` sets: all columns except the key, because Citus cannot change a key. */
export const excludedValues = (columns: Readonly<Record<string, PgColumn>>, key: readonly PgColumn[]) =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([, column]) => !key.includes(column))
      .map(([name, column]): [string, SQL] => [name, sql`excluded.${sql.identifier(column.name)}`]),
  );

type InsertStatement = readonly [StatementConfig, readonly unknown[]];

export function insertStatements(engine: Engine, rows: readonly PendingInsert[]): readonly InsertStatement[] {
  if (rows.length === 0) return [];
  if (engine === 'postgres') return [joinInserts(rows)];
  return rows.map(({ statement, row }) => [
    { name: statement.name, text: statement.text },
    statement.valuesOf(row),
  ]);
}

/**
 * Joins inserts into one statement `with … insert`, at whose end PostgreSQL checks the foreign keys between the rows. PostgreSQL runs the
 * query after `with` first, and then the queries of `with` from the last to the first. So this function writes all but the
 * last of `pending` in reverse: the last one runs first, and then the others in the order of `pending`. When a payment is created, the last
 * one is an announcement (`announcements.ts`). If the X-Request-ID were the last one, it would be inserted before the payment, and two
 * equal creations could wait for each other: one holds the X-Request-ID, and the other holds the payment.
 */
function joinInserts(pending: readonly PendingInsert[]): InsertStatement {
  const rows = [...pending.slice(0, -1).reverse(), ...pending.slice(-1)];
  const key = rows.map(({ statement }) => statement.name).join();
  const query = namedCombinations.get(key) ?? prepareCombined(key, rows);
  return [query, rows.flatMap(({ statement, row }) => statement.valuesOf(row))];
}

/** Limits memory, because a connection keeps the plan of each named statement. */
export const maxNamedCombinations = 200;
const namedCombinations = new Map<string, StatementConfig>();

/** The name is short, because PostgreSQL compares only the first 63 characters of a name. */
function prepareCombined(key: string, rows: readonly PendingInsert[]): StatementConfig {
  const text = textOf(joinQueries(rows.map(({ statement }) => statement.query)));
  if (namedCombinations.size >= maxNamedCombinations) return { text };
  const query = { name: `w${namedCombinations.size}`, text };
  namedCombinations.set(key, query);
  return query;
}

function joinQueries(queries: readonly SQL[]): SQL {
  const clauses = queries
    .slice(0, -1)
    .map((query, position) => sql`${sql.raw(`written_${position}`)} as (${query})`);
  const last = queries.at(-1) ?? sql``;
  return clauses.length === 0 ? last : sql`with ${sql.join(clauses, sql`, `)} ${last}`;
}
