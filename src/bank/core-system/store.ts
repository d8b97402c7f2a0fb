/**
 * Reads the status changes and the replies to cancellations that the core system reports. A reply is in the row of its cancellation.
 * The database of the core system has the same tables as that of the service.
 */
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { firstRow, type Session } from '../../db/session.ts';
import { hasValues } from '../../db/tables/columns.ts';
import { paymentStatusChanges as changes } from '../../db/tables/payments.ts';
import { bankOrders } from '../core/db/tables.ts';

const changeColumns = {
  sequence: changes.sequence,
  orderId: bankOrders.orderId,
  paymentId: changes.paymentId,
  to: changes.toStatus,
  at: changes.at,
  reason: changes.reason,
};
const isChangeOfOrder = hasValues(bankOrders, {
  tppId: changes.tppId,
  paymentId: changes.paymentId,
  kind: 'CREDIT_TRANSFER',
});

export type CoreSystemStore = ReturnType<typeof createCoreSystemStore>;
/** A row of `changesAfter`. */
export type ReportableChange = Awaited<ReturnType<CoreSystemStore['changesAfter']>>[number];
/** A row of `repliesAfter`. */
export type ReportableReply = Awaited<ReturnType<CoreSystemStore['repliesAfter']>>[number];

export const createCoreSystemStore = ({ db }: Session) => ({
  changesAfter: (after: number, limit: number) =>
    db
      .select(changeColumns)
      .from(changes)
      .innerJoin(bankOrders, isChangeOfOrder)
      .where(gt(changes.sequence, after))
      .orderBy(asc(changes.sequence))
      .limit(limit),

  lastChange: (orderId: string) =>
    firstRow(
      db
        .select(changeColumns)
        .from(changes)
        .innerJoin(bankOrders, isChangeOfOrder)
        .where(eq(bankOrders.orderId, orderId))
        .orderBy(desc(changes.sequence))
        .limit(1),
    ),

  repliesAfter: (after: number, limit: number) =>
    db
      .select({
        sequence: bankOrders.sequence,
        orderId: bankOrders.orderId,
        at: bankOrders.createdAt,
        coreSystemData: bankOrders.coreSystemData,
      })
      .from(bankOrders)
      .where(and(eq(bankOrders.kind, 'CANCELLATION'), gt(bankOrders.sequence, after)))
      .orderBy(asc(bankOrders.sequence))
      .limit(limit),
});
