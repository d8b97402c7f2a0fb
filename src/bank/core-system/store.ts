/** Reads status changes and replies of the core system. Its database has the same tables as that of the service. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Session } from '../../db/session.ts';
import { paymentStatusChanges as changes } from '../../db/tables/payments.ts';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import { bankOrders } from '../core/db/tables.ts';

export interface ReportableChange {
  readonly sequence: number;
  readonly orderId: string;
  readonly paymentId: string;
  readonly to: PaymentStatus;
  readonly at: number;
  readonly reason: string;
}

export interface ReportableReply {
  readonly sequence: number;
  readonly orderId: string;
  readonly at: number;
  readonly coreSystemData: Readonly<Record<string, unknown>> | null;
}

export interface CoreSystemStore {
  /** The changes with a sequence number after `after`, in order. */
  changes(after: number, limit: number): Promise<readonly ReportableChange[]>;
  lastChange(orderId: string): Promise<ReportableChange | null>;
  /** The replies to cancellations with a sequence number after `after`, in order. */
  replies(after: number, limit: number): Promise<readonly ReportableReply[]>;
}

const changeColumns = {
  sequence: changes.sequence,
  orderId: bankOrders.orderId,
  paymentId: changes.paymentId,
  to: changes.toStatus,
  at: changes.at,
  reason: changes.reason,
};
const isChangeOfOrder = and(
  eq(bankOrders.tppId, changes.tppId),
  eq(bankOrders.paymentId, changes.paymentId),
  eq(bankOrders.kind, 'CREDIT_TRANSFER'),
);

export const createCoreSystemStore = ({ db }: Session): CoreSystemStore => ({
  changes: (after, limit) =>
    db
      .select(changeColumns)
      .from(changes)
      .innerJoin(bankOrders, isChangeOfOrder)
      .where(gt(changes.sequence, after))
      .orderBy(asc(changes.sequence))
      .limit(limit),

  async lastChange(orderId) {
    const rows = await db
      .select(changeColumns)
      .from(changes)
      .innerJoin(bankOrders, isChangeOfOrder)
      .where(eq(bankOrders.orderId, orderId))
      .orderBy(asc(changes.sequence));
    return rows.at(-1) ?? null;
  },

  replies: (after, limit) =>
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
