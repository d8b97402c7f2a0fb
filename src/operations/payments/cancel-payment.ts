/** Cancels a payment. If the PSU must approve that first, only returns the link that starts the authorisation. */
import { type Links, link, paymentPath } from '../../domain/payments/links.ts';
import { awaitsApproval, isFinal } from '../../domain/payments/status.ts';
import { type Context, defineWriteForPaymentRole } from '../operation.ts';
import type { Cancellation } from '../ports/bank.ts';
import type { PaymentRecord } from '../ports/stores.ts';
import { withoutInstruction } from './create-payment.ts';
import { lockPayment, paymentConflict } from './get-payment.ts';
import type { PaymentIdInput } from './ports.ts';

export interface CancellationOutcome {
  readonly payment: PaymentRecord;
  /** false: the PSU must approve the cancellation first. */
  readonly cancelled: boolean;
  readonly links: Links;
}

export const cancelPayment = defineWriteForPaymentRole({
  name: 'cancelPayment',
  storedForm: (result: CancellationOutcome) => ({ ...result, payment: withoutInstruction(result.payment) }),
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  prepare: (context, input: PaymentIdInput) => context.bank.prepareCancellation(context, input),
  async run(context, input: PaymentIdInput, bankDecision): Promise<CancellationOutcome> {
    const { product, payment } = await lockPayment(context, input);
    const { paymentId, status } = payment;
    const { payments, authorisations } = context.stores;
    const decision = bankDecision ?? (await decideByStatus(context, payment));
    if (decision === 'TO_APPROVE') {
      const authorisationsPath = `${paymentPath(product, paymentId)}/cancellation-authorisations`;
      return { payment, cancelled: false, links: { startAuthorisation: link(authorisationsPath, 'POST') } };
    }
    // The bank may have reported the cancellation already.
    if (status !== 'CANC') {
      const reason = 'cancelled by the TPP';
      const change = { paymentId, from: status, to: 'CANC', at: context.now, reason } as const;
      const hasMoved =
        !isFinal(status) && (await payments.move(context.bank.moveOf(product.settlement, change)));
      if (!hasMoved) throw paymentConflict('the payment has just changed: read it again');
    }
    await authorisations.endOpen({ paymentId }, 'PAYMENT', 'WITHDRAWN', context.now);
    return { payment: { ...payment, status: 'CANC' }, cancelled: true, links: {} };
  },
});

/** A payment that awaits its approval needs no approval of the cancellation. */
async function decideByStatus(context: Context, payment: PaymentRecord): Promise<Cancellation> {
  await requireCancellable(context, payment);
  return awaitsApproval(payment.status) ? 'CANCELLED' : 'TO_APPROVE';
}

export async function requireCancellable(
  { stores }: Pick<Context, 'stores'>,
  { status, paymentId }: PaymentRecord,
): Promise<void> {
  if (isFinal(status)) throw paymentConflict(`the payment is ${status} and can no longer be cancelled`);
  const basketId = awaitsApproval(status) ? await stores.baskets.openBasketIdOf(paymentId) : null;
  if (basketId)
    throw paymentConflict(`the payment is in the signing basket ${basketId}; delete the basket first`);
}
