/** Authorisations of a payment, oldest first. */
import type { Operation } from '../operation.ts';
import { findPayment, type PaymentName } from '../payments/get-payment.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';

export const listAuthorisations: Operation<PaymentName, readonly AuthorisationRecord[]> = {
  name: 'listAuthorisations',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name) {
    const { payment } = await findPayment(context, name);
    const all = await context.stores.authorisations.list({ paymentId: payment.paymentId });
    return all.filter(({ kind }) => kind === 'PAYMENT');
  },
};
