/** Whole rows of a table by a statement whose text is made once per process, read as Drizzle reads them. */
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

export interface Selection<Row> {
  readonly text: string;
  /**
   * The best plan depends on the values, so outside a transaction the statement is planned for them at each use; other
   * statements are planned once, whatever their values.
   */
  readonly byValues?: boolean;
  /** The values of one row, in the order of the table's columns. */
  read(values: readonly unknown[]): Row;
}

/** Columns of a table, as Drizzle reads them. */
export interface Columns<Row> {
  /** For a statement that names the table `alias`. */
  names(alias?: string): string;
  /** The values of one row, which begin with those of these columns. */
  readonly read: Selection<Row>['read'];
}

/** `only`: the properties that are read, all of them when absent. */
export function columnsOf<
  Table extends PgTable,
  Name extends keyof Table['$inferSelect'] & string = keyof Table['$inferSelect'] & string,
>(table: Table, only?: readonly Name[]): Columns<Pick<Table['$inferSelect'], Name>> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([property]) => only === undefined || only.includes(property as Name),
  );
  return {
    names: (alias) =>
      columns.map(([, { name }]) => (alias === undefined ? `"${name}"` : `${alias}."${name}"`)).join(', '),
    read: (values) => {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < columns.length; index += 1) {
        const [property, column] = columns[index] as (typeof columns)[number];
        const value = values[index];
        row[property] = value === null ? null : column.mapFromDriverValue(value);
      }
      return row as Pick<Table['$inferSelect'], Name>;
    },
  };
}

/** Rows by their keys: the statement takes the list of keys, and the TPP where it asks for one. */
export interface KeyedSelection<Row> extends Selection<Row> {
  keyOf(row: Row): string;
}

/** A selection of rows by their keys. */
export const keyedBy = <Row>(
  selection: Selection<Row>,
  keyOf: (row: Row) => string,
): KeyedSelection<Row> => ({ ...selection, keyOf });

/** The values of a statement that reads by keys. */
export const valuesOf = (keys: readonly string[], tppId: string | undefined): readonly unknown[] =>
  tppId === undefined ? [keys] : [keys, tppId];
