import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { redirectUriFault } from '../../../src/domain/authorisations/redirect-uri.ts';
import { uuidOfHash } from '../../../src/domain/values/uuid.ts';
import type { SigningIdentity } from './sign.ts';

export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

export interface ScaChoices {
  readonly psuId: string;
  readonly returnTo: string;
}

export function sessionHeaders({ psuId, returnTo }: ScaChoices): Record<string, string> {
  return {
    'x-accept-fix': 'amount-as-string',
    'tpp-session-id': randomUUID(),
    'tpp-redirect-uri': returnTo,
    'psu-id': psuId,
    'psu-ip-address': '127.0.0.1',
  };
}

/** For a PSU who logs in and approves in one step: with PSU-Context, the session needs no earlier log-in. */
export const singleScaHeaders = (choices: ScaChoices): Record<string, string> => ({
  ...sessionHeaders(choices),
  'psu-context': 'PRIVATE',
});

export const corporateHeaders = (corporateId: string): Record<string, string> => ({
  'psu-context': 'CORPORATE',
  'psu-corporate-id': corporateId,
});

/** The key of the TPP decides the PSU-ID, so all payments of the TPP have one PSU and can share a basket. */
export function psuIdOf({ certificatePem }: SigningIdentity): string {
  const key = new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'der' });
  return uuidOfHash(createHash('sha256').update(key).digest('hex'));
}

/** A bank accepts plain http only for loopback hosts. Instead of a page that it would refuse, this returns an example address. */
export function returnPageOf(base: string): string {
  const page = `${base}/sandbox/return`;
  return redirectUriFault(page, { sandbox: true }) === null ? page : 'https://tpp.example/return';
}

export const usualPayment = { amount: '125.50', creditor: '86011117947', debtor: '95360573002' };

/**
 * The body of an instant payment. It does not use the example of the product rules, because loading the rules would slow down `pay`.
 * By default its text contains the time, so that it is no logical duplicate of an earlier payment.
 */
export function instantPayment(
  choices: { amount?: string; creditor?: string; debtor?: string; text?: string } = {},
  now: Date = new Date(),
): Record<string, unknown> {
  const { amount, creditor, debtor } = { ...usualPayment, ...choices };
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
