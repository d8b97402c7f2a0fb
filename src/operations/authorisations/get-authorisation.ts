/** One authorisation of a payment, or of its cancellation. */
import type { Operation } from '../operation.ts';
import { findPayment, type PaymentName } from '../payments/get-payment.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { found } from './found.ts';

export const getAuthorisation: Operation<
  PaymentName & { readonly authorisationId: string },
  AuthorisationRecord
> = {
  name: 'getAuthorisation',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND'],
  async run(context, name) {
    const { payment } = await findPayment(context, name);
    return found(context, name.authorisationId, (one) => one.paymentId === payment.paymentId);
  },
};
