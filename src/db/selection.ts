/** Whole rows of a table by a statement whose text is made once per process, read as Drizzle reads them. */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

export interface Selection<Row> {
  readonly text: string;
  /** The values of one row, in the order of the table's columns. */
  read(values: readonly unknown[]): Row;
}

export function selectionOf<Table extends PgTable>(
  table: Table,
  where: string,
): Selection<Table['$inferSelect']> {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  return {
    text: `select ${names} from "${getTableName(table)}" ${where}`,
    read: (values) => {
      const row: Record<string, unknown> = {};
      for (const [index, [property, column]] of columns.entries()) {
        const value = values[index];
        row[property] = value === null ? null : column.mapFromDriverValue(value);
      }
      return row as Table['$inferSelect'];
    },
  };
}
