/** Rows of the payments table as the operations know them. */
import type { PaymentRecord } from '../../../operations/ports/stores.ts';
import type { payments } from '../../tables/payments.ts';

export function toPayment(row: typeof payments.$inferSelect): PaymentRecord {
  return { ...row, createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() };
}
