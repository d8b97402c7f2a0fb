/** Reads what a remote bank decides: as it is known where that is enough, else after the bank was asked. */
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { ReadContext } from '../operation.ts';
import type { Refreshed } from '../ports/bank.ts';

export interface Fresh<Payment> {
  readonly payment: Payment | null;
  /** See `Refreshed`. */
  readonly silent: Refreshed['silent'];
}

const nobody: Refreshed['silent'] = new Map();

/** A payment by its id. A final one, and one that was asked for a moment ago, is read once; `read` may run twice. */
export async function freshPayment<Payment extends { readonly status: PaymentStatus }>(
  { caller, follower }: Pick<ReadContext, 'caller' | 'follower'>,
  paymentId: string,
  read: () => Promise<Payment | null>,
): Promise<Fresh<Payment>> {
  const known = await read();
  if (follower === null || known === null || isFinal(known.status)) return { payment: known, silent: nobody };
  const { asked, silent } = await follower.refresh(caller.tppId, [paymentId]);
  return { payment: asked ? await read() : known, silent };
}
