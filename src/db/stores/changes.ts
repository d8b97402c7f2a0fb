/** Updates of one row. Each set of changed columns has its own statement. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { Session } from '../session.ts';
import { cachedByShape, prepare } from '../statement.ts';

/** The stores call it for new and changed payments. `statuses`: the new statuses, which a metric counts. */
export type ChangeListener = (
  tppId: string,
  paymentIds: readonly string[],
  statuses: readonly PaymentStatus[],
) => void;

export function rowUpdater<Table extends PgTable>(table: Table, tppId: PgColumn, key: PgColumn) {
  const columns = Object.entries(getTableColumns(table));
  const statementOf = cachedByShape((names: string) => {
    const changedColumns = Object.fromEntries(columns.filter(([name]) => names.split(',').includes(name)));
    return prepare({ ...changedColumns, rowTppId: tppId, key }, (db, { rowTppId: $tppId, key: $key, ...$ }) =>
      db
        .update<PgTable>(table)
        .set($)
        .where(and(eq(tppId, $tppId), eq(key, $key))),
    );
  });
  return async (session: Session, id: string, change: Partial<Table['$inferSelect']>): Promise<void> => {
    await session.run(statementOf(Object.keys(change).join()), {
      ...change,
      rowTppId: session.tppId,
      key: id,
    });
  };
}
