/** Reads what a remote bank decides: as it is known where that is enough, else after the bank was asked. */
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { ReadContext } from '../operation.ts';

/** A payment by its id. A final one, and one that was asked for a moment ago, is read once; `read` may run twice. */
export async function freshPayment<Payment extends { readonly status: PaymentStatus }>(
  { caller, follower }: Pick<ReadContext, 'caller' | 'follower'>,
  paymentId: string,
  read: () => Promise<Payment | null>,
): Promise<Payment | null> {
  const known = await read();
  if (follower === null || known === null || isFinal(known.status)) return known;
  return (await follower.refresh(caller.tppId, [paymentId])) ? read() : known;
}
