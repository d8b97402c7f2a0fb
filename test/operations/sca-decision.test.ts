import { describe, expect, it } from 'vitest';
import type { AccountReference } from '../../src/domain/payments/instruction.ts';
import type { Customer } from '../../src/domain/sandbox/customer.ts';
import { codeBindingOf } from '../../src/operations/authorisations/open.ts';
import type { AuthorisationRecord, PaymentRecord } from '../../src/operations/ports/stores.ts';
import { deriveSecretAfterEnd, digest } from '../../src/operations/sca/secrets.ts';
import { ours, payment, start } from '../db/support/rows.ts';
import { at, company, heldBy, kari, one, proof, secret, waiting } from './page.ts';
import type { Answers } from './stores.ts';

const yes = { approve: true as const, code: ' 123 456 ', agreementId: null };
const no = { approve: false as const };
const known = (change: Partial<AuthorisationRecord> = {}) => waiting({ customerId: 'kari', ...change });
const holder = (change: Partial<Customer> = {}) => ({
  'customers.accountsByReference': [heldBy({ ...kari, ...change })],
});
const payer = { kind: 'ACCOUNT', id: 'r1' } as const;
const moved = (given: ReturnType<typeof at>['given']) =>
  given('payments.move').map(([move]) => {
    const { paymentId, from, to, reason, at: time } = move as Record<string, unknown>;
    expect(time).toBe(start);
    return [paymentId, from, to, reason];
  });
const sessionIn = (given: ReturnType<typeof at>['given']) => given('authorisations.update').at(-1)?.[2];
const findings = (given: ReturnType<typeof at>['given']) => given('payments.move')[0]?.[1];

describe('a payment', () => {
  it('is approved: checked, named, handed to the bank and moved; the session is authenticated', async () => {
    const live = known({ psuId: 'p', sessionId: 's', identityNumber: kari.customerNumber });
    const { steps, changes, given } = at(live, holder());
    const view = await steps.decide('link', proof, yes);
    expect(findings(given)).toEqual({ debtorName: 'Kari', payer, fundsAvailable: null });
    expect(given('bank.commitApproval')).toMatchObject([
      [{ code: 'NDCT' }, { debtorName: 'Kari', payer }, start],
    ]);
    expect(moved(given)).toEqual([['a', 'RCVD', 'PDNG', 'booked']]);
    const { customerName: _, ...who } = kari;
    expect(sessionIn(given)).toEqual({
      tppId: ours,
      psuId: 'p',
      sessionId: 's',
      identityNumber: kari.customerNumber,
      ...who,
      authenticatedAt: start,
    });
    const browserHash = digest(deriveSecretAfterEnd(secret));
    expect(changes()).toEqual([
      { scaStatus: 'finalised', endReason: 'APPROVED', endedAt: start, psuId: 'p', browserHash },
    ]);
    expect(view).toMatchObject({ step: 'ENDED', secret: deriveSecretAfterEnd(secret) });
    expect(view?.returnTo).toBe('https://tpp.example/?psu-id=p&tpp-session-id=s');
  });

  it('is approved without a session: no session is authenticated, and one without a PSU-ID gets one', async () => {
    const without = at(known({ psuId: 'p' }), holder());
    expect((await without.steps.decide('link', proof, yes))?.returnTo).toBe('https://tpp.example/?psu-id=p');
    expect(sessionIn(without.given)).toBeUndefined();
    const nameless = at(known({ sessionId: 's' }), holder());
    const view = await nameless.steps.decide('link', proof, yes);
    expect(view?.authorisation.psuId).toBe('id');
    expect(nameless.changes()[0]).toMatchObject({ psuId: view?.authorisation.psuId });
  });

  it('moves only by its own table: another reply of the bank is a defect, and nothing is written', async () => {
    const { steps, changes, given } = at(known(), { ...holder(), approval: { to: 'ACCP', reason: 'r' } });
    await expect(steps.decide('link', proof, yes)).rejects.toThrow('never moves from RCVD to ACCP');
    expect([given('payments.move'), changes()]).toEqual([[], []]);
  });

  it.each<[string, Answers, string, string]>([
    ['is booked', { approval: { to: 'PDNG', reason: 'r' } }, 'APPROVED', 'finalised'],
    ['fails', { approval: { to: 'RJCT', reason: 'r' } }, 'PAYMENT_FAILED', 'finalised'],
    ['has just changed', { 'payments.move': false }, 'RESOURCE_CHANGED', 'failed'],
  ])('that %s ends its authorisation so', async (_, answers, endReason, scaStatus) => {
    const { steps, changes } = at(known(), { ...holder(), ...answers });
    await steps.decide('link', proof, yes);
    expect(changes()).toMatchObject([{ endReason, scaStatus }]);
  });

  it('takes the name of the signer when the account has no holder', async () => {
    for (const [accounts, payer] of [
      [[], { kind: 'OUTSIDE' }],
      [[heldBy(null)], { kind: 'ACCOUNT', id: 'r1' }],
    ] as const) {
      const { steps, given } = at(known(), { 'customers.accountsByReference': accounts });
      await steps.decide('link', proof, yes);
      expect(findings(given)).toEqual({ debtorName: 'Kari', payer, fundsAvailable: null });
    }
  });

  const agreement = { agreementId: 'g', name: 'G', ownerNumber: '9' };
  it.each<[string, Partial<AuthorisationRecord>, Answers, boolean]>([
    ['a private holder', {}, holder(), true],
    ['another customer', {}, holder({ customerId: 'other' }), false],
    ['a company without an agreement', { customerId: 'company' }, holder(company), false],
    [
      'a company that is engaged',
      { customerId: 'company' },
      {
        ...holder({ customerId: 'other' }),
        'customers.agreementsOf': [agreement],
        'customers.hasEngagement': true,
      },
      true,
    ],
    [
      'a company that is not engaged',
      { customerId: 'company' },
      { ...holder(company), 'customers.agreementsOf': [agreement], 'customers.hasEngagement': false },
      false,
    ],
  ])('is signed by %s, as far as the account may be used', async (_, change, answers, allowed) => {
    const { steps, given, changes } = at(known(change), answers);
    const agreementId = 'customers.agreementsOf' in answers ? agreement.agreementId : null;
    await steps.decide('link', proof, { ...yes, agreementId });
    expect(changes()).toMatchObject([{ endReason: allowed ? 'APPROVED' : 'NOT_ALLOWED' }]);
    const refused = ['a', 'RCVD', 'RJCT', 'the customer may not use the debtor account'];
    expect(moved(given)).toEqual([allowed ? ['a', 'RCVD', 'PDNG', 'booked'] : refused]);
  });

  it('is rejected by any person with the page', async () => {
    const { steps, changes, given } = at(waiting());
    const view = await steps.decide('link', proof, no);
    expect(moved(given)).toEqual([['a', 'RCVD', 'RJCT', 'rejected by the PSU']]);
    expect(changes()).toMatchObject([{ scaStatus: 'failed', endReason: 'REJECTED' }]);
    expect(view?.returnTo).toBe('https://tpp.example/?message=rejected+by+the+PSU');
  });

  it('is not approved when it differs from the payment of the code', async () => {
    const { steps, changes, given } = at(known({ codeBinding: 'of another amount' }), holder());
    await steps.decide('link', proof, yes);
    expect(changes()).toMatchObject([{ endReason: 'RESOURCE_CHANGED', scaStatus: 'failed' }]);
    expect(moved(given)).toEqual([['a', 'RCVD', 'RJCT', 'the authorisation failed']]);
  });

  it.each<[string, Partial<AuthorisationRecord>, PaymentRecord, Answers, string, number]>([
    ['late', { expiresAt: start }, one, {}, 'EXPIRED', 1],
    ['late and never opened', { expiresAt: start, implicit: true, opened: false }, one, {}, 'EXPIRED', 0],
    ['late and opened', { expiresAt: start, implicit: true }, one, {}, 'EXPIRED', 1],
    ['approved meanwhile', {}, payment('a', { status: 'PDNG' }), {}, 'RESOURCE_CHANGED', 0],
    ['in a basket meanwhile', {}, one, { openBasketId: 'b' }, 'RESOURCE_CHANGED', 0],
  ])('%s can no longer be decided', async (_, change, held, answers, endReason, moves) => {
    const { steps, changes, given } = at(known(change), { ...holder(), ...answers }, [held]);
    await steps.decide('link', proof, yes);
    expect(changes()).toMatchObject([{ endReason, scaStatus: 'failed' }]);
    expect(given('payments.move')).toHaveLength(moves);
  });
});

describe('a wrong code', () => {
  it('counts against the authorisation and the customer, under their locks', async () => {
    const { steps, asked, changes, given } = at(known({ wrongAttempts: 1, wrongCodes: 1 }), holder());
    const view = await steps.decide('link', proof, { approve: true, code: '654321', agreementId: null });
    expect(view).toMatchObject({ trouble: 'WRONG_CODE', step: 'DECIDE', secret: null });
    expect(changes()).toEqual([{ wrongAttempts: 2, wrongCodes: 2 }]);
    const subject = 'approvals of customer kari';
    expect(given('wrongCodes.lock')).toEqual([[ours, [subject], start]]);
    expect(given('wrongCodes.set')).toEqual([
      [ours, subject, { wrongCodes: 1, at: start, closedUntil: null }],
    ]);
    expect(asked.map(([name]) => name)).not.toContain('wrongCodes.read');
  });

  it('of a log-in counts against its session and the customer', async () => {
    const login = known({ kind: 'LOGIN', paymentId: null, psuId: 'p', sessionId: 's' });
    const { steps, given, changes } = at(login, {}, []);
    const view = await steps.decide('link', proof, { approve: true, code: '', agreementId: null });
    expect(view).toMatchObject({ trouble: 'WRONG_CODE', step: 'DECIDE' });
    expect(changes()).toEqual([{ wrongAttempts: 1, wrongCodes: 1 }]);
    const subjects = ['log-in of session p s', 'log-in of customer kari'];
    expect(given('wrongCodes.lock')).toEqual([[ours, subjects, start]]);
    expect(given('wrongCodes.set').map(([, subject]) => subject)).toEqual(subjects);
    expect(given('authorisations.highestWrongCodeCountOf')).toEqual([]);
  });

  it.each<[string, Partial<AuthorisationRecord>, number, string | null]>([
    ['the fourth', { wrongAttempts: 3 }, 14, null],
    ['the fifth', { wrongAttempts: 4 }, 14, 'WRONG_CODE'],
    ['the fifteenth of the payment', {}, 15, 'TOO_MANY_CODES'],
  ])('%s', async (_, change, met, endReason) => {
    const { steps, changes, given } = at(known(change), {
      ...holder(),
      'authorisations.highestWrongCodeCountOf': met,
    });
    await steps.decide('link', proof, { approve: true, code: '1', agreementId: null });
    expect(given('authorisations.highestWrongCodeCountOf')).toEqual([[['a']]]);
    expect(changes().slice(1)).toMatchObject(endReason === null ? [] : [{ endReason, scaStatus: 'failed' }]);
    const reasons = {
      WRONG_CODE: 'the authorisation ended after five wrong numbers or codes',
      TOO_MANY_CODES: 'fifteen wrong one-time codes were entered in total',
    };
    const reason = reasons[endReason as keyof typeof reasons];
    expect(moved(given)).toEqual(endReason === null ? [] : [['a', 'RCVD', 'RJCT', reason]]);
  });

  it('is not checked without a log-in, or when approvals are closed', async () => {
    const nobody = at(waiting());
    expect(await nobody.steps.decide('link', proof, yes)).toMatchObject({ trouble: 'STALE_PAGE' });
    const count = { wrongCodes: 50, at: start, closedUntil: start + 1 };
    const locked = new Map([['approvals of customer kari', count]]);
    const closed = at(known(), { 'wrongCodes.lock': locked });
    expect(await closed.steps.decide('link', proof, yes)).toMatchObject({
      step: 'CLOSED',
      trouble: null,
      closedUntil: start + 1,
    });
    expect([nobody.changes(), closed.changes()]).toEqual([[], []]);
  });
});

describe('a cancellation', () => {
  const booked = payment('a', { status: 'PDNG' });
  const cancelled = ['a', 'PDNG', 'CANC', 'cancellation approved by the PSU'];
  const cancellation = (change: Partial<AuthorisationRecord> = {}) =>
    known({ kind: 'CANCELLATION', ...change });
  it.each<[string, Answers, PaymentRecord, string, unknown[][]]>([
    ['approved', holder(), booked, 'APPROVED', [cancelled]],
    ['by another customer', holder({ customerId: 'other' }), booked, 'NOT_ALLOWED', []],
    [
      'of what has just changed',
      { ...holder(), 'payments.move': false },
      booked,
      'RESOURCE_CHANGED',
      [cancelled],
    ],
    ['of what is settled', holder(), payment('a', { status: 'ACSC' }), 'RESOURCE_CHANGED', []],
    ['of what nobody has approved', holder(), one, 'RESOURCE_CHANGED', []],
  ])('%s', async (_, answers, held, endReason, moves) => {
    const { steps, changes, given } = at(cancellation(), answers, [held]);
    await steps.decide('link', proof, yes);
    expect(changes()).toMatchObject([{ endReason }]);
    expect(moved(given)).toEqual(moves);
  });

  it('that is rejected leaves the payment unchanged; too many wrong codes stop the payment', async () => {
    const rejected = at(cancellation(), holder(), [booked]);
    await rejected.steps.decide('link', proof, no);
    expect([rejected.changes(), moved(rejected.given)]).toMatchObject([[{ endReason: 'REJECTED' }], []]);
    const [settled, refused] = [[{ status: 'ACSC' }], [{ status: 'RJCT' }]];
    for (const [product, status, entries, executed, to] of [
      ['BULK_NDCT', 'PDNG', settled, 0, 'PART'],
      ['BULK_NDCT', 'PDNG', refused, 0, 'RJCT'],
      ['PERIODIC_NDCT', 'ACCP', [], 0, 'RJCT'],
      ['PERIODIC_NDCT', 'ACCP', [], 2, 'ACSC'],
    ] as const) {
      const guessed = at(
        cancellation(),
        {
          'authorisations.highestWrongCodeCountOf': 15,
          'paymentLists.entryOutcomesOf': new Map([['a', entries]]),
          'paymentLists.executedCounts': new Map([['a', executed]]),
        },
        [payment('a', { status, product })],
      );
      await guessed.steps.decide('link', proof, { approve: true, code: '1', agreementId: null });
      const reason = 'fifteen wrong one-time codes were entered in total';
      expect(moved(guessed.given)).toEqual([['a', status, to, reason]]);
    }
  });
});

describe('a basket', () => {
  const basket = (change: Partial<AuthorisationRecord> = {}) =>
    known({ kind: 'BASKET', paymentId: null, basketId: 'b', codeBinding: '', ...change });
  const both = [payment('a'), payment('c'), payment('d', { status: 'CANC' })];
  const decide = async (answers: Answers, decision: typeof yes | typeof no, payments = both) => {
    const live = basket({ codeBinding: bindingOf(payments) });
    const played = at(live, { 'baskets.lockPayments': payments, ...answers }, payments);
    await played.steps.decide('link', proof, decision);
    return { ...played, closed: played.given('baskets.close') };
  };
  const bindingOf = (payments: readonly PaymentRecord[]) =>
    codeBindingOf(payments.map(({ instruction }) => instruction));

  it('is approved, each payment on its own', async () => {
    const { changes, given, closed } = await decide(holder(), yes);
    expect(moved(given).map(([id, , to]) => [id, to])).toEqual([
      ['a', 'PDNG'],
      ['c', 'PDNG'],
    ]);
    expect([changes(), closed]).toMatchObject([[{ endReason: 'APPROVED' }], [['b', 'APPROVED']]]);
  });

  it('of which some payments fail is approved; if nobody may sign any of them, nothing happens', async () => {
    const debtorAccount = { bban: 'other', currency: 'NOK' };
    const mixed = (_: string, { bban }: AccountReference) => [
      heldBy(bban === 'other' ? kari : { ...kari, customerId: 'other' }),
    ];
    const payments = [payment('a'), payment('c', { debtorAccount })];
    const some = await decide({ 'customers.accountsByReference': mixed }, yes, payments);
    expect([some.changes(), some.closed]).toMatchObject([[{ endReason: 'APPROVED' }], [['b', 'APPROVED']]]);
    const none = await decide(holder({ customerId: 'other' }), yes);
    expect([none.changes(), none.closed]).toMatchObject([
      [{ endReason: 'NOT_ALLOWED' }],
      [['b', 'REJECTED']],
    ]);
  });

  it.each([
    ['none', 'RJCT', 'PAYMENT_FAILED'],
    ['some', 'PDNG', 'APPROVED'],
  ] as const)('of which the bank carries out %s: %s %s', async (_, second, endReason) => {
    const results = [
      { to: 'RJCT', reason: 'no' },
      { to: second, reason: 'as it is' },
    ];
    const { changes, closed } = await decide({ ...holder(), approval: () => results.shift() }, yes);
    expect([changes(), closed]).toMatchObject([[{ scaStatus: 'finalised', endReason }], [['b', 'APPROVED']]]);
  });

  it('is rejected with every waiting payment', async () => {
    const { given, closed } = await decide(holder(), no);
    expect(moved(given).map(([id, , to]) => [id, to])).toEqual([
      ['a', 'RJCT'],
      ['c', 'RJCT'],
    ]);
    expect(closed).toEqual([['b', 'REJECTED']]);
  });

  it('without waiting payments has ended', async () => {
    const { changes } = await decide(holder(), yes, [payment('d', { status: 'CANC' })]);
    expect(changes()).toMatchObject([{ endReason: 'RESOURCE_CHANGED' }]);
  });
});
