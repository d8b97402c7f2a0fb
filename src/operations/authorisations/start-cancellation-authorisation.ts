/** Starts the authorisation of the cancellation of an approved payment. */
import { awaitsApproval } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import { paymentWrite } from '../operation.ts';
import { findPayment, type PaymentName } from '../payments/get-payment.ts';
import { startFor } from './start-for-payment.ts';

export const startCancellationAuthorisation = paymentWrite({
  name: 'startCancellationAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  /** A remote bank may know of an approval that is not known here: it has asked for this authorisation, perhaps. */
  async ask(context, name: PaymentName): Promise<void> {
    const { follower } = context;
    const { tppId, paymentId, status } = (await findPayment(context, name)).payment;
    if (follower === null || !awaitsApproval(status)) return;
    await follower.ask(tppId, [paymentId]);
    const stale = await follower.stale(tppId, [paymentId]);
    if (stale.get(paymentId)?.why === 'UNANSWERED') throw refuse('UNAVAILABLE', { retryAfterSeconds: 2 });
  },
  run: (context, name: PaymentName) => startFor(context, name, 'CANCELLATION'),
});
