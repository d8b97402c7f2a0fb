/** Reads the status of a payment. TPPs poll it, so it reads few columns. */
import type { Product } from '../../domain/payments/product.ts';
import { isStorable } from '../../domain/values/text.ts';
import type { ReadOperation } from '../context.ts';
import type { PaymentStanding } from '../ports/stores.ts';
import { type PaymentName, paymentUnknown, productOf } from './get-payment.ts';

export interface FoundStanding {
  readonly product: Product;
  readonly payment: PaymentStanding;
}

export const getPaymentStatus: ReadOperation<PaymentName, FoundStanding> = {
  name: 'getPaymentStatus',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ stores, caller, settings }, name) {
    const payment = isStorable(name.paymentId)
      ? await stores.payments.standing(caller.tppId, name.paymentId)
      : null;
    const product = payment && productOf(settings, name, payment.product);
    if (!payment || !product) throw paymentUnknown();
    return { product, payment };
  },
};
