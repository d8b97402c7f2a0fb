/** Column kinds that several groups of tables share. */

import { getTableColumns, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  foreignKey,
  type PgTable,
  text,
} from 'drizzle-orm/pg-core';
import type { PsuContext } from '../../domain/psu.ts';
import { instantText } from '../../domain/values/iso-date.ts';

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** An instant in epoch milliseconds, kept to the millisecond. */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: instantText,
  fromDriver: Date.parse,
});
/** Money in minor units of a currency that stands in a column beside it. */
export const minorUnits = (name: string) => bigint(name, { mode: 'bigint' });

/** Real time; old rows are deleted by it, because a sandbox clock may run ahead. */
export const recordedAt = () => instant('recorded_at').notNull().default(sql`now()`);

type Two = [AnyPgColumn, AnyPgColumn];
/** A table whose rows belong to another row of the same TPP. */
export type OwnedColumns<Name extends string> = Readonly<Record<'tppId' | Name, AnyPgColumn>>;

/** The row that this one belongs to, and goes with: TPP and id in both tables, as distribution by TPP wants it. */
export const belongingTo = (name: string, columns: Two, owner: Two) =>
  foreignKey({ name, columns, foreignColumns: owner }).onDelete('cascade');

/** The PSU of a payment, a basket or an authorisation. */
export const psuColumns = () => ({
  psuId: text('psu_id'),
  identityNumber: text('identity_number'),
  sessionId: text('session_id'),
  psuContext: text('psu_context').$type<PsuContext>(),
  corporateId: text('corporate_id'),
  redirectPreferred: boolean('redirect_preferred').notNull(),
});

/** Some columns of a table, by their properties. */
export function pickColumns<Table extends PgTable, Name extends string & keyof Table['_']['columns']>(
  table: Table,
  names: readonly Name[],
): Pick<Table['_']['columns'], Name> {
  const all: Table['_']['columns'] = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<typeof all, Name>;
}
