/** Reads a payment whose status the bank decides: as it is stored where that is enough, else after the bank was asked. */
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { ReadContext } from '../operation.ts';

/** A final payment, and one that was asked for a moment ago, is read once; `read` may run twice. */
export async function freshPayment<Payment extends { readonly status: PaymentStatus }>(
  { caller, bank }: Pick<ReadContext, 'caller' | 'bank'>,
  paymentId: string,
  readPayment: () => Promise<Payment | null>,
): Promise<Payment | null> {
  const storedPayment = await readPayment();
  if (storedPayment === null || isFinal(storedPayment.status)) return storedPayment;
  return (await bank.statuses.refresh(caller.tppId, async () => [paymentId])) ? readPayment() : storedPayment;
}
