/**
 * Cancels a payment: at once while nobody has approved it, else by a cancellation authorisation that the
 * PSU must approve; never when it is final.
 */
import { type Links, link, paymentPath } from '../../domain/payments/links.ts';
import { awaitsApproval, isFinal, paymentMove } from '../../domain/payments/status.ts';
import { paymentWrite, type ReadContext } from '../operation.ts';
import type { PaymentRecord } from '../ports/stores.ts';
import { referenceOf } from '../remote/asking.ts';
import { reportedByBank } from '../remote/take.ts';
import { findPayment, type PaymentName, paymentConflict } from './get-payment.ts';
import { withoutInstruction } from './ports.ts';

export interface CancelledPayment {
  readonly payment: PaymentRecord;
  /** false: the PSU must approve the cancellation first. */
  readonly cancelled: boolean;
  readonly links: Links;
}

export const cancelPayment = paymentWrite({
  name: 'cancelPayment',
  toKeep: (found: CancelledPayment) => ({ ...found, payment: withoutInstruction(found.payment) }),
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  async ask(context, name: PaymentName): Promise<'CANCELLED' | 'TO_APPROVE'> {
    const { product, payment } = await findPayment(context, name);
    const { tppId, paymentId } = payment;
    if (!(await isCancelledThere(context, payment))) await requireCancellable(context, payment);
    const reference = await referenceOf(context.stores, tppId, 'PAYMENT', paymentId);
    if (reference === null) throw paymentConflict('the bank does not know this payment');
    const answered = await context.desk.cancelPayment(context.asking, { product, reference });
    // Approved there, which was not known here: the cancellation is to be approved as well.
    if (answered === 'TO_APPROVE' && awaitsApproval(payment.status))
      await context.follower?.ask(tppId, [paymentId]);
    return answered;
  },
  async run(
    context,
    name: PaymentName,
    answered: 'CANCELLED' | 'TO_APPROVE' | null,
  ): Promise<CancelledPayment> {
    const { product, payment: found } = await findPayment(context, name);
    const { payments, authorisations } = context.stores;
    const payment = (await payments.lock(found.paymentId)) ?? found;
    if (answered === null) await requireCancellable(context, payment);
    if (answered === null ? !awaitsApproval(payment.status) : answered === 'TO_APPROVE') {
      const start = `${paymentPath(product, payment.paymentId)}/cancellation-authorisations`;
      return { payment, cancelled: false, links: { startAuthorisation: link(start, 'POST') } };
    }
    const { paymentId, status: from } = payment;
    const change = { paymentId, from, to: 'CANC', at: context.now, reason: 'cancelled by the TPP' } as const;
    // A remote bank that has cancelled it may have answered so already.
    if (payment.status !== 'CANC') {
      if (isFinal(from) || !(await payments.move(paymentMove(product.settlement, change))))
        throw paymentConflict('the payment has just changed');
    }
    await authorisations.withdraw({ paymentId }, 'PAYMENT', context.now);
    return { payment: { ...payment, status: 'CANC' }, cancelled: true, links: {} };
  },
});

/**
 * The bank has answered of a cancellation: that of this very request, perhaps, whose answer was lost. Asked under the same id, it
 * answers again as it did, or refuses.
 */
async function isCancelledThere(
  { stores }: ReadContext,
  { status, paymentId }: PaymentRecord,
): Promise<boolean> {
  if (status !== 'CANC') return false;
  const moves = (await stores.paymentLists.moves([paymentId])).get(paymentId) ?? [];
  return moves.at(-1)?.reason === reportedByBank;
}

async function requireCancellable(
  { stores }: ReadContext,
  { status, paymentId }: PaymentRecord,
): Promise<void> {
  if (isFinal(status)) throw paymentConflict(`the payment is ${status} and can no longer be cancelled`);
  if (awaitsApproval(status) && (await stores.baskets.liveBasket(paymentId)))
    throw paymentConflict('the payment is in a signing basket; delete the basket first');
}
