/** Authorization details (RFC 9396). `binding` makes an approval valid only for this instruction. */
import type { AuthorisationKind } from '../domain/authorisations/authorisation.ts';
import { canonicalJson, type PaymentDetail } from '../domain/authorisations/grant.ts';
import { isBulk } from '../domain/payments/instruction.ts';
import { totalsByCurrency } from '../domain/values/money.ts';
import type { PaymentRecord } from '../operations/ports/stores.ts';
import { digest } from '../operations/sca/secrets.ts';

export function buildPaymentDetails(
  kind: AuthorisationKind,
  payments: readonly Pick<PaymentRecord, 'paymentId' | 'instruction'>[],
  publicUrl: string,
): readonly PaymentDetail[] {
  const action = kind === 'CANCELLATION' ? 'cancel' : 'initiate';
  return payments.map(({ paymentId, instruction }) => ({
    type: 'payment_initiation',
    actions: [action],
    locations: [publicUrl],
    paymentId,
    debtorAccount: instruction.debtorAccount,
    ...(isBulk(instruction)
      ? {
          entries: instruction.payments.length,
          totals: totalsByCurrency(instruction.payments.map(({ instructedAmount }) => instructedAmount)),
        }
      : {
          instructedAmount: instruction.instructedAmount,
          creditorName: instruction.creditorName,
          creditorAccount: instruction.creditorAccount,
        }),
    binding: digest(canonicalJson(instruction)),
  }));
}
