/** What the statements of this folder are made with: those that Drizzle cannot say, each file with its reason in a line. */
import { type Column, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import {
  nextId,
  type Parameters,
  type PlaceholdersOf,
  placeholdersOf,
  readerOf,
  type Statement,
  type ValuesOf,
  valuesIn,
} from '../kept.ts';

const dialect = new PgDialect();

/** The statement of this text, made once. Its rows are objects by column name, or what `read` makes of their columns. */
export function byHand<All extends Parameters, Row>(
  parameters: All,
  write: ($: PlaceholdersOf<All>) => SQL,
  read: Statement<never, Row>['read'] = null,
): Statement<ValuesOf<All>, Row> {
  const { sql: text, params } = dialect.sqlToQuery(write(placeholdersOf(parameters)));
  return { id: nextId(), text, valuesOf: valuesIn(params), read };
}

/** Columns of a table that a text names: their names, for the table under an alias, and how a row that begins with them is read. */
export const columnsIn = <Row>(columns: Readonly<Record<string, Column>>) => ({
  names: (alias: string) =>
    sql.raw(
      Object.values(columns)
        .map(({ name }) => `${alias}."${name}"`)
        .join(', '),
    ),
  read: readerOf<Row>(Object.entries(columns).map(([property, field]) => ({ path: [property], field }))),
});
