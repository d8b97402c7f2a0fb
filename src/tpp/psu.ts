/** The headers that a TPP sends with a payment (specification 5.2), and a body for a first try. */
import { randomUUID } from 'node:crypto';

/** Headers of single SCA: log-in and approval happen together. */
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

export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

/** An instant payment from an account of the sandbox's default set (specification 4.5). */
export function instantPayment(
  amount = '125.50',
  text = `Lunch ${new Date().toISOString()}`,
): Record<string, unknown> {
  return {
    instructedAmount: { amount, currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    remittanceInformationUnstructured: text,
  };
}
