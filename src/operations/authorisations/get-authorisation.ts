import type { AuthorisationKind } from '../../domain/authorisations/authorisation.ts';
import { defineReadForPaymentRole } from '../operation.ts';
import { getPayment } from '../payments/get-payment.ts';
import type { PaymentIdInput } from '../payments/ports.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { findAuthorisation } from './find-authorisation.ts';

interface AuthorisationIdInput extends PaymentIdInput {
  readonly authorisationId: string;
  /** Absent: any kind, because the path `authorisations/` also finds authorisations of a cancellation (docs/decisions.md). */
  readonly kind?: AuthorisationKind;
}

export const getAuthorisation = defineReadForPaymentRole({
  name: 'getAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND'],
  async run(context, input: AuthorisationIdInput) {
    // `getPayment` first asks the bank for the status of the payment. A new status may end the authorisation.
    const { payment } = await getPayment.run(context, input);
    const { authorisationId, kind: wantedKind } = input;
    const isWanted = ({ paymentId, kind }: AuthorisationRecord) =>
      paymentId === payment.paymentId && (wantedKind === undefined || kind === wantedKind);
    return findAuthorisation(context, authorisationId, isWanted);
  },
});
