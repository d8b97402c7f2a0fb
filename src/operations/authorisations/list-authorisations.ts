import { defineReadForPaymentRole } from '../operation.ts';
import { findPayment } from '../payments/get-payment.ts';
import type { PaymentIdInput } from '../payments/ports.ts';

export const listAuthorisations = defineReadForPaymentRole({
  name: 'listAuthorisations',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, input: PaymentIdInput) {
    const { payment } = await findPayment(context, input);
    const authorisations = await context.stores.authorisations.list({ paymentId: payment.paymentId });
    return authorisations.filter(({ kind }) => kind === 'PAYMENT');
  },
});
