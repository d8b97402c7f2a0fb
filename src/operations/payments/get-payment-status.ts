import type { Product } from '../../domain/payments/product.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import { defineReadForPaymentRole } from '../operation.ts';
import type { PaymentHead } from '../ports/stores.ts';
import { paymentUnknown, refreshPayment, requireNamedProduct } from './get-payment.ts';
import type { PaymentIdInput } from './ports.ts';
import { staleWarnings } from './stale-status.ts';

export interface PaymentStatusResult {
  readonly tppMessages: readonly TppMessage[];
  readonly product: Product;
  readonly payment: PaymentHead;
}

export const getPaymentStatus = defineReadForPaymentRole({
  name: 'getPaymentStatus',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, input: PaymentIdInput): Promise<PaymentStatusResult> {
    const { stores } = context;
    const { paymentId } = input;
    // `stores` belong to the caller, so `head` finds only the caller's payments.
    const payment = await refreshPayment(context, paymentId, () => stores.payments.head(paymentId));
    if (payment === null) throw paymentUnknown();
    const product = requireNamedProduct(input, payment);
    return { product, payment, tppMessages: await staleWarnings(context, [payment]) };
  },
});
