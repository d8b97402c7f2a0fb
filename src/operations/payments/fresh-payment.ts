/** Reads a payment whose status the bank decides: as it is stored where that is enough, else after the bank was asked. */
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { ReadContext } from '../operation.ts';

/** A final payment, and one that was asked for a moment ago, is read once; `read` may run twice. */
export async function freshPayment<Payment extends { readonly status: PaymentStatus }>(
  { caller, bank }: Pick<ReadContext, 'caller' | 'bank'>,
  paymentId: string,
  read: () => Promise<Payment | null>,
): Promise<Payment | null> {
  const stored = await read();
  if (stored === null || isFinal(stored.status)) return stored;
  return (await bank.statuses.refresh(caller.tppId, async () => [paymentId])) ? read() : stored;
}
