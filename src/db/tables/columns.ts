import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  foreignKey,
  type PgColumn,
  type PgTable,
  text,
} from 'drizzle-orm/pg-core';
import type { PsuContext } from '../../domain/psu.ts';
import { instantText } from '../../domain/values/iso-date.ts';

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** Epoch milliseconds. */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: instantText,
  fromDriver: Date.parse,
});
/** Another column has the currency. */
export const minorUnits = (name: string) => bigint(name, { mode: 'bigint' });

/** When the row was inserted, in real time. Housekeeping deletes old rows by this time, because a sandbox clock may be ahead. */
export const recordedAt = () => instant('recorded_at').notNull().default(sql`now()`);

type ColumnPair = [AnyPgColumn, AnyPgColumn];
export type ColumnsWithTpp<Name extends string> = Readonly<Record<'tppId' | Name, AnyPgColumn>>;

/** One of the two columns is the TPP, because Citus distributes by TPP. */
export const cascadingForeignKey = (name: string, columns: ColumnPair, foreignColumns: ColumnPair) =>
  foreignKey({ name, columns, foreignColumns }).onDelete('cascade');

export const psuColumns = () => ({
  psuId: text('psu_id'),
  identityNumber: text('identity_number'),
  sessionId: text('session_id'),
  psuContext: text('psu_context').$type<PsuContext>(),
  corporateId: text('corporate_id'),
  redirectPreferred: boolean('redirect_preferred').notNull(),
});

export function pickColumns<Table extends PgTable, Name extends string & keyof Table['_']['columns']>(
  table: Table,
  names: readonly Name[],
): Pick<Table['_']['columns'], NoInfer<Name>> {
  const columns: Table['_']['columns'] = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<typeof columns, Name>;
}

type EqualValues<Table extends PgTable> = {
  readonly [Name in keyof Table['$inferSelect']]?: NonNullable<Table['$inferSelect'][Name]> | SQLWrapper;
};

/** The values may be columns of another table. */
export function hasValues<Table extends PgTable>(table: Table, values: EqualValues<Table>): SQL {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  return and(...Object.entries(values).map(([name, value]) => eq(columns[name] as PgColumn, value))) as SQL;
}
