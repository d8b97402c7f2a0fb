/** The page after an approval: an instant payment is settled in seconds, so its PSU sees how it ended. */
import type { SharedWork } from '../ports/stores.ts';
import { returnAddress } from './finish.ts';
import { productOf, type ScaContext } from './targets.ts';
import type { View } from './view.ts';

export interface AfterApprovalParts extends Pick<ScaContext, 'bank' | 'settings'> {
  readonly work: SharedWork;
}

/** The view once an instant payment that was just approved has ended, or as it is after a while. */
export async function afterApproval(parts: AfterApprovalParts, view: View): Promise<View> {
  const { authorisation, payments } = view;
  const [payment] = payments;
  if (authorisation.kind !== 'PAYMENT' || authorisation.endReason !== 'APPROVED' || payment === undefined)
    return view;
  if (!(await parts.bank.awaitEnd(payment, productOf(parts, payment)))) return view;
  const { read } = parts.work.of(payment.tppId);
  const now = (await read.payments.find(payment.tppId, payment.paymentId)) ?? payment;
  if (now.status !== 'RJCT') return { ...view, payments: [now] };
  const change = { endReason: 'PAYMENT_FAILED' } as const;
  await read.authorisations.update(authorisation.authorisationId, change);
  const ended = { ...authorisation, ...change };
  const returnTo = view.returnTo === null ? null : returnAddress(ended);
  return { ...view, authorisation: ended, payments: [now], returnTo };
}
