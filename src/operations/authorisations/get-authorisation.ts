/** One authorisation of a payment, or of its cancellation. */
import { paymentRead } from '../operation.ts';
import { findPayment, type PaymentName } from '../payments/get-payment.ts';
import { found } from './found.ts';

export const getAuthorisation = paymentRead({
  name: 'getAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND'],
  async run(context, name: PaymentName & { readonly authorisationId: string }) {
    const { payment } = await findPayment(context, name);
    return found(context, name.authorisationId, (one) => one.paymentId === payment.paymentId);
  },
});
