/** Changes of one row, each set of columns by a statement of its own. */

import { and, eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { Session } from '../session.ts';
import { cached, prepare } from '../statement.ts';

/** Told of payments that are new or have moved, with a status for each that is to be counted once that is committed. */
export type Changed = (
  tppId: string,
  paymentIds: readonly string[],
  statuses: readonly PaymentStatus[],
) => void;

/** Sets what a change names, of the TPP's row with this key. */
export function updating<Table extends PgTable>(table: Table, tppId: PgColumn, key: PgColumn) {
  const columns = Object.entries(getTableColumns(table));
  const statementOf = cached((names: string) => {
    const changedColumns = Object.fromEntries(columns.filter(([name]) => names.split(',').includes(name)));
    return prepare({ ...changedColumns, whose: tppId, key }, (db, { whose: $whose, key: $key, ...$ }) =>
      db
        .update<PgTable>(table)
        .set($)
        .where(and(eq(tppId, $whose), eq(key, $key))),
    );
  });
  return async (session: Session, id: string, change: Partial<Table['$inferSelect']>): Promise<void> => {
    await session.run(statementOf(Object.keys(change).join()), { ...change, whose: session.tppId, key: id });
  };
}
