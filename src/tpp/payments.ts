/**
 * What a TPP sends with a payment (specification 4.5 and 5.2): a body that the sandbox's default accounts can serve, and the
 * headers of single SCA. Values only; signing and sending are sign.ts and send.ts.
 */
import { randomUUID } from 'node:crypto';

export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

/** Headers of column F for a single SCA: log-in and approval happen together, so no session is needed before. */
export function singleScaHeaders(): Record<string, string> {
  return {
    'x-accept-fix': 'amount-as-string',
    'tpp-session-id': randomUUID(),
    'tpp-redirect-uri': 'http://localhost:8080/return?state=demo',
    'psu-id': randomUUID(),
    'psu-ip-address': '127.0.0.1',
    'psu-context': 'PRIVATE',
  };
}

export interface InstantPaymentChoices {
  /** In NOK, with two decimals. */
  readonly amount?: string;
  /** BBAN of the creditor. */
  readonly creditor?: string;
  /** BBAN of the debtor. */
  readonly debtor?: string;
  /** What the creditor reads; the time of day when absent, since the same text again would be a logical duplicate. */
  readonly text?: string;
}

/** The body of an instant payment. */
export function instantPayment(
  choices: InstantPaymentChoices = {},
  now: Date = new Date(),
): Record<string, unknown> {
  const { amount = '125.50', creditor = '86011117947', debtor = '95360573002' } = choices;
  return {
    instructedAmount: { amount, currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: creditor, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: debtor, currency: 'NOK' },
    remittanceInformationUnstructured:
      choices.text ?? `Lunch, ${now.toISOString().replace('T', ' ').slice(0, -1)}`,
  };
}
