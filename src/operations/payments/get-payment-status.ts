/** Reads the status of a payment. TPPs poll it, so it reads few columns. */
import type { Product } from '../../domain/payments/product.ts';
import { isStorable } from '../../domain/values/text.ts';
import { paymentRead } from '../operation.ts';
import type { PaymentStatusRecord } from '../ports/stores.ts';
import { type PaymentName, paymentUnknown, productOf } from './get-payment.ts';

export interface FoundPaymentStatus {
  readonly product: Product;
  readonly payment: PaymentStatusRecord;
}

export const getPaymentStatus = paymentRead({
  name: 'getPaymentStatus',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ stores, caller, settings, follower }, name: PaymentName): Promise<FoundPaymentStatus> {
    if (isStorable(name.paymentId)) await follower?.refresh(caller.tppId, [name.paymentId]);
    const payment = isStorable(name.paymentId)
      ? await stores.payments.statusOf(caller.tppId, name.paymentId)
      : null;
    const product = payment && productOf(settings, name, payment.product);
    if (!payment || !product) throw paymentUnknown();
    return { product, payment };
  },
});
