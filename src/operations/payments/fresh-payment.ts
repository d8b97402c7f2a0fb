/** Reads a payment. Unless its status is final, it asks the bank for the current one, because the bank decides the status. */
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { ReadContext } from '../operation.ts';

/** Calls `readPayment` again if the bank may have changed the status. */
export async function freshPayment<Payment extends { readonly status: PaymentStatus }>(
  { caller, bank }: Pick<ReadContext, 'caller' | 'bank'>,
  paymentId: string,
  readPayment: () => Promise<Payment | null>,
): Promise<Payment | null> {
  const storedPayment = await readPayment();
  if (storedPayment === null || isFinal(storedPayment.status)) return storedPayment;
  return (await bank.statuses.refresh(caller.tppId, async () => [paymentId])) ? readPayment() : storedPayment;
}
