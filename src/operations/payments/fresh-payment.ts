/** Reads a payment. If the stored status may be old, it asks the bank first, because the bank decides the status. */
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { ReadContext } from '../operation.ts';

/** `readPayment` may run twice. */
export async function freshPayment<Payment extends { readonly status: PaymentStatus }>(
  { caller, bank }: Pick<ReadContext, 'caller' | 'bank'>,
  paymentId: string,
  readPayment: () => Promise<Payment | null>,
): Promise<Payment | null> {
  const storedPayment = await readPayment();
  if (storedPayment === null || isFinal(storedPayment.status)) return storedPayment;
  return (await bank.statuses.refresh(caller.tppId, async () => [paymentId])) ? readPayment() : storedPayment;
}
