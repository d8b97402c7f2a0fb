/** Whole rows of a table by a statement whose text is made once per process, read as Drizzle reads them. */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

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

/** `only`: the properties that are read, all of them when absent. */
export function selectionOf<
  Table extends PgTable,
  Name extends keyof Table['$inferSelect'] & string = keyof Table['$inferSelect'] & string,
>(table: Table, where: string, only?: readonly Name[]): Selection<Pick<Table['$inferSelect'], Name>> {
  const { names, read } = columnsOf<Table, Name>(table, only);
  return { text: `select ${names()} from "${getTableName(table)}" ${where}`, read };
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

/** The statement takes the list of keys, and the TPP. */
export function selectionByKey<
  Table extends PgTable,
  Name extends keyof Table['$inferSelect'] & string = keyof Table['$inferSelect'] & string,
>(
  table: Table & { readonly tppId: PgColumn },
  key: NoInfer<Name>,
  only?: readonly Name[],
): KeyedSelection<Pick<Table['$inferSelect'], Name>> {
  const { [key]: column } = getTableColumns(table);
  if (column === undefined) throw new Error(`no column ${key}`);
  return keyedBy(
    selectionOf<Table, Name>(table, `where "${column.name}" = any($1) and "${table.tppId.name}" = $2`, only),
    (row) => String(row[key]),
  );
}

/** The columns of a table under the names of its properties, for a statement that joins it as `name`. */
export const aliased = (table: PgTable, name: string): string =>
  Object.entries(getTableColumns(table))
    .map(([property, column]) => `${name}."${column.name}" as "${property}"`)
    .join(', ');
