import { describe, expect, it } from 'vitest';
import type { PsuRequest } from '../../src/domain/psu.ts';
import { refuse } from '../../src/domain/refusal.ts';
import { codeBindingOf } from '../../src/operations/authorisations/open.ts';
import { needsLoginLink, withLoginLink } from '../../src/operations/authorisations/session.ts';
import { startAuthorisation } from '../../src/operations/authorisations/start-authorisation.ts';
import { startCancellationAuthorisation } from '../../src/operations/authorisations/start-cancellation-authorisation.ts';
import type { AuthorisationRecord, PaymentRecord } from '../../src/operations/ports/stores.ts';
import { authorisation, minute, payment, start } from '../db/support/rows.ts';
import { type Answers, contextOf, play } from './stores.ts';

const psu: PsuRequest = {
  psuId: 'p',
  identityNumber: 'i',
  sessionId: 's',
  redirectUri: 'https://tpp.example/r',
  redirectPreferred: false,
  brand: 'b',
  authMethodPreferred: 'SMS',
  corporateId: 'k',
  context: 'CORPORATE',
  ipAddress: null,
  acceptLanguage: 'nb',
  notification: null,
};
const secretLink = expect.stringMatching(/^[\w-]{33,}$/);
const made = (change: Partial<AuthorisationRecord>): AuthorisationRecord =>
  authorisation('id-1', {
    linkToken: secretLink as string,
    code: expect.stringMatching(/^\d{6}$/) as string,
    codeBinding: codeBindingOf([payment('a').instruction]),
    psuId: 'p',
    identityNumber: 'i',
    sessionId: 's',
    psuContext: 'CORPORATE',
    corporateId: 'k',
    redirectUri: 'https://tpp.example/r',
    redirectPreferred: false,
    brand: 'b',
    authMethodPreferred: 'SMS',
    language: 'nb',
    ...change,
  });

describe.each([
  ['a payment', startAuthorisation, 'PAYMENT', 'RCVD', 'authorisations'],
  ['a cancellation', startCancellationAuthorisation, 'CANCELLATION', 'PDNG', 'cancellation-authorisations'],
] as const)('of %s', (_, operation, kind, status, segment) => {
  const begin = (
    change: Partial<PaymentRecord> = {},
    answers: Answers = {},
    sent: Partial<PsuRequest> = {},
  ) => {
    const one = payment('a', { status, ...change });
    return play(
      operation,
      { paymentId: 'a', product: null },
      {
        answers: { 'payments.lock': one, 'customers.hasCorporateAgreement': true, ...answers },
        psu: { ...psu, ...sent },
      },
    );
  };

  it('an authorisation is created with all data about the PSU, and replaces an earlier one', async () => {
    const { outcome, given, asked } = await begin();
    expect(given('authorisations.insert')).toEqual([[made({ kind, paymentId: 'a' })]]);
    const [[{ linkToken }]] = given('authorisations.insert') as [[AuthorisationRecord]];
    expect(outcome).toEqual({
      notifications: null,
      authorisation: { authorisationId: 'id-1', scaStatus: 'started', expiresAt: start + 15 * minute },
      links: {
        scaRedirect: { href: `http://bank/sca/${linkToken}`, verbs: ['GET'] },
        scaStatus: {
          href: `/v1/payments/norwegian-domestic-credit-transfers/a/${segment}/id-1`,
          verbs: ['GET'],
        },
      },
      psuMessage: 'Åpne bankappen for å godkjenne, eller følg lenken for å godkjenne i nettleseren.',
    });
    expect(given('authorisations.supersede')).toEqual([[{ paymentId: 'a' }, kind, start, 99]]);
    expect(asked[0]).toEqual(['payments.lock', 'a']);
  });

  it('the message about the bank app is in English for a PSU of unknown language', async () => {
    const { outcome } = await begin({}, {}, { acceptLanguage: null });
    expect(outcome.psuMessage).toBe(
      'Open your bank app to approve, or follow the link to approve in the browser.',
    );
  });

  it('the bank app gets no notification where the TPP prefers a redirect', async () => {
    expect((await begin({}, {}, { redirectPreferred: true })).outcome.psuMessage).toBeUndefined();
  });

  it('the payment is checked under its lock, and must exist', async () => {
    const gone = await begin({}, { 'payments.lock': null });
    expect(gone.refused?.[0]).toBe('RESOURCE_UNKNOWN');
    const ended = await begin({}, { 'payments.lock': payment('a', { status: 'RJCT' }) });
    const what = kind === 'PAYMENT' ? 'approved' : 'cancelled';
    expect(ended.refused).toEqual([
      'CONFLICT',
      'paymentId',
      `the payment is RJCT and can no longer be ${what}`,
    ]);
    expect([...ended.given('authorisations.insert'), ...ended.given('authorisations.supersede')]).toEqual([]);
  });
});

describe('a start is refused', () => {
  const refusedBy = async (
    operation: typeof startAuthorisation,
    status: PaymentRecord['status'],
    answers: Answers = {},
  ) => {
    const one = payment('a', { status });
    const found = { 'payments.lock': one, ...answers };
    return (await play(operation, { paymentId: 'a', product: null }, { answers: found })).refused;
  };
  const conflict = (text: string) => ['CONFLICT', 'paymentId', text];

  it('for an approved payment, and for one that a basket approves', async () => {
    expect(await refusedBy(startAuthorisation, 'PDNG')).toEqual(
      conflict('the payment is PDNG and can no longer be approved'),
    );
    expect(await refusedBy(startAuthorisation, 'RCVD', { 'baskets.openBasketIdOf': 'k' })).toEqual(
      conflict('the payment is in the signing basket k: start the authorisation of the basket instead'),
    );
  });

  it('for the cancellation of a payment that needs none', async () => {
    expect(await refusedBy(startCancellationAuthorisation, 'RCVD')).toEqual(
      conflict('the payment is not approved yet: cancel it directly, without an authorisation'),
    );
    expect(
      await refusedBy(startCancellationAuthorisation, 'ACCP', { 'baskets.openBasketIdOf': 'k' }),
    ).toBeUndefined();
  });
});

describe('a challenge', () => {
  const required = refuse('SCA_REQUIRED');
  const challenged = async (answers: Answers) => {
    const { context, asked } = contextOf({ answers, psu });
    return { refusal: await withLoginLink(context as never, required), asked };
  };
  const login = made({ kind: 'LOGIN', codeBinding: codeBindingOf([]) });
  const renewed = ['authorisations.renewLogin', login, start];

  it('leads to a new log-in', async () => {
    const { refusal, asked } = await challenged({ 'authorisations.insertLogin': true });
    expect(asked).toEqual([renewed, ['authorisations.insertLogin', login, 10_000]]);
    const [, { linkToken }] = asked.at(-1) as [string, AuthorisationRecord];
    expect(refusal).toMatchObject({ reason: 'SCA_REQUIRED', tppMessages: required.tppMessages });
    expect(refusal.extras.links).toEqual({
      scaRedirect: { href: `http://bank/sca/${linkToken}`, verbs: ['GET'] },
    });
  });

  it('leads to an earlier log-in that is still open', async () => {
    const { refusal, asked } = await challenged({
      'authorisations.renewLogin': made({ linkToken: 'known' }),
    });
    expect(asked).toEqual([renewed]);
    expect(refusal.extras.links?.scaRedirect?.href).toBe('http://bank/sca/known');
  });

  it('stops at ten thousand open log-ins', async () => {
    await expect(challenged({ 'authorisations.insertLogin': false })).rejects.toMatchObject({
      reason: 'ACCESS_EXCEEDED',
      extras: { retryAfterSeconds: 60 },
    });
  });

  it('is given for everything that a log-in would correct', () => {
    const reasons = ['SCA_REQUIRED', 'SCA_EXPIRED', 'SCA_INVALID'] as const;
    expect(reasons.map((reason) => needsLoginLink(refuse(reason)))).toEqual([true, true, false]);
    expect(needsLoginLink(new Error('SCA_REQUIRED'))).toBe(false);
  });
});
