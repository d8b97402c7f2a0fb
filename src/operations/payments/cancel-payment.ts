/**
 * Cancels a payment: at once while nobody has approved it, else by a cancellation authorisation that the
 * PSU must approve; never when it is final.
 */
import { type Links, link, paymentPath } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import { awaitsApproval, isFinal, paymentMove } from '../../domain/payments/status.ts';
import { paymentWrite } from '../operation.ts';
import type { PaymentRecord } from '../ports/stores.ts';
import { findPayment, type PaymentName, paymentConflict } from './get-payment.ts';

export interface CancelledPayment {
  readonly product: Product;
  readonly payment: PaymentRecord;
  /** false: the PSU must approve the cancellation first. */
  readonly cancelled: boolean;
  readonly links: Links;
}

export const cancelPayment = paymentWrite({
  name: 'cancelPayment',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  async run(context, name: PaymentName): Promise<CancelledPayment> {
    const { product, payment: found } = await findPayment(context, name);
    const { payments, authorisations } = context.stores;
    const payment = (await payments.lock(found.paymentId)) ?? found;
    if (isFinal(payment.status))
      throw paymentConflict(`the payment is ${payment.status} and can no longer be cancelled`);
    if (!awaitsApproval(payment.status)) {
      const start = `${paymentPath(product, payment.paymentId)}/cancellation-authorisations`;
      return { product, payment, cancelled: false, links: { startAuthorisation: link(start, 'POST') } };
    }
    if (await payments.liveBasket(payment.paymentId))
      throw paymentConflict('the payment is in a signing basket; delete the basket first');
    const { paymentId, status: from } = payment;
    const change = { paymentId, from, to: 'CANC', at: context.now, reason: 'cancelled by the TPP' } as const;
    if (!(await payments.move(paymentMove(product.settlement, change))))
      throw paymentConflict('the payment has just changed');
    await authorisations.endOpen({ paymentId }, 'PAYMENT', 'WITHDRAWN', context.now);
    return { product, payment: { ...payment, status: 'CANC' }, cancelled: true, links: {} };
  },
});
