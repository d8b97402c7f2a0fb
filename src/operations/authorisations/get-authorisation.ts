/** A new status at the bank may end the authorisation, so the bank is asked first. */
import type { AuthorisationKind } from '../../domain/authorisations/authorisation.ts';
import { defineReadForPaymentRole } from '../operation.ts';
import { getPayment } from '../payments/get-payment.ts';
import type { PaymentIdInput } from '../payments/ports.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { findAuthorisation } from './find-authorisation.ts';

interface AuthorisationIdInput extends PaymentIdInput {
  readonly authorisationId: string;
  readonly kind?: AuthorisationKind;
}

export const getAuthorisation = defineReadForPaymentRole({
  name: 'getAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND'],
  async run(context, input: AuthorisationIdInput) {
    const { payment } = await getPayment.run(context, input);
    const { authorisationId, kind: wantedKind } = input;
    const isWanted = ({ paymentId, kind }: AuthorisationRecord) =>
      paymentId === payment.paymentId && (wantedKind === undefined || kind === wantedKind);
    return findAuthorisation(context, authorisationId, isWanted);
  },
});
