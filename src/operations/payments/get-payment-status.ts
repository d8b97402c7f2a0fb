/** Reads the status of a payment. TPPs poll it, so it reads few columns. */
import type { Product } from '../../domain/payments/product.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import { isStorable } from '../../domain/values/text.ts';
import { paymentRead } from '../operation.ts';
import type { PaymentStatusRecord } from '../ports/stores.ts';
import { unansweredWarnings } from '../remote/unanswered.ts';
import { type PaymentName, paymentUnknown, productOf } from './get-payment.ts';

export interface FoundPaymentStatus {
  /** A WARNING where a remote bank could not be asked now. */
  readonly tppMessages: readonly TppMessage[];
  readonly product: Product;
  readonly payment: PaymentStatusRecord;
}

export const getPaymentStatus = paymentRead({
  name: 'getPaymentStatus',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ stores, caller, settings, follower }, name: PaymentName): Promise<FoundPaymentStatus> {
    const { paymentId } = name;
    if (isStorable(paymentId)) await follower?.refresh(caller.tppId, [paymentId]);
    const payment = isStorable(paymentId) ? await stores.payments.statusOf(caller.tppId, paymentId) : null;
    const product = payment && productOf(settings, name, payment.product);
    if (!payment || !product) throw paymentUnknown();
    return { product, payment, tppMessages: unansweredWarnings(follower, [paymentId]) };
  },
});
