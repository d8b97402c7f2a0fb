import { describe, expect, it } from 'vitest';
import type { Customer } from '../../src/domain/sandbox/customer.ts';
import type { AuthorisationRecord } from '../../src/operations/ports/stores.ts';
import { claimTokenOf, deriveSecretAfterEnd, digest, formTokenOf } from '../../src/operations/sca/secrets.ts';
import { minute, ours, start } from '../db/support/rows.ts';
import { at, company, kari, proof, secret, waiting } from './page.ts';
import type { Answers } from './stores.ts';

const day = 86_400_000;

describe('the page is opened', () => {
  it('by a new browser: it gets its own secret, and nothing is written', async () => {
    const { steps, changes } = at(waiting({ opened: false, implicit: true, customerId: 'kari' }));
    const { view } = await steps.open('link', null, 'nb');
    expect(changes()).toEqual([]);
    expect(view?.secret).toHaveLength(32);
    expect(view).toMatchObject({
      formToken: claimTokenOf(view?.secret ?? '', null),
      customer: null,
      step: 'IDENTIFY',
      suggestions: [kari],
      tppName: 'Ours',
      trouble: null,
      returnTo: null,
    });
    expect((await steps.open('link', 'of another browser', null)).view).toMatchObject({
      secret: null,
      step: 'IDENTIFY',
    });
    expect(changes()).toEqual([]);
  });

  it('by the browser that has it: nothing is written, not even an unchanged language', async () => {
    const { steps, changes } = at(waiting({ language: 'nb' }));
    expect((await steps.open('link', secret, 'nb')).view).toMatchObject({ secret: null, returnTo: null });
    expect((await steps.open('link', secret, null)).view).toMatchObject({
      authorisation: { language: 'nb' },
    });
    expect(changes()).toEqual([]);
  });

  it('in another language by the browser that has it: the language is stored, and the rest of the view with it', async () => {
    const { steps, changes } = at(waiting());
    const { view } = await steps.open('link', secret, 'nb');
    expect(view?.authorisation).toMatchObject({ language: 'nb', opened: true });
    expect(changes()).toEqual([{ language: 'nb' }]);
  });

  it.each<[string, Partial<AuthorisationRecord>, Answers, string | null]>([
    ['is known', {}, {}, 'kari'],
    ['is known, one millisecond before it ends', {}, { age: 180 * day - 1 }, 'kari'],
    ['has ended', {}, { age: 180 * day }, null],
    ['is asked for by context', { psuContext: 'PRIVATE' }, {}, null],
    ['is that of a log-in', { kind: 'LOGIN', paymentId: null }, {}, null],
    ['is not named', { sessionId: null }, {}, null],
    ['names nobody', { psuId: null }, {}, null],
    ['is known by the identity number', { psuId: null, identityNumber: kari.customerNumber }, {}, 'kari'],
    ['is another person’s than the one named', { identityNumber: '12085592767' }, {}, null],
    ['is of a customer who is gone', {}, { customer: 'gone' }, null],
    ['is not there', {}, { 'psuSessions.find': null }, null],
  ])('a session that %s', async (_, change, { age = 0, customer, ...answers }, customerId) => {
    const now = customer === 'gone' ? null : kari;
    const session = { ...kari, psuId: 'p', customer: now, authenticatedAt: start - Number(age) };
    const named = { psuId: 'p', sessionId: 's', browserHash: null, ...change };
    const { steps, changes } = at(waiting(named), { 'psuSessions.find': session, ...answers });
    const { view } = await steps.open('link', secret, null);
    expect(view?.authorisation).toMatchObject({ customerId });
    await steps.identify('link', { secret, formToken: view?.formToken ?? '' }, '1');
    const scaStatus = customerId === null ? 'started' : 'psuAuthenticated';
    expect(changes()[0]).toMatchObject({ scaStatus });
  });

  it('for an unknown or deleted link: there is no page', async () => {
    const unknown = at(waiting(), { 'authorisations.findByToken': null });
    expect((await unknown.steps.open('link', secret, null)).view).toBeNull();
    const gone = at(waiting(), { 'authorisations.lock': null });
    expect(await gone.steps.identify('link', proof, '1')).toBeNull();
  });
});

describe('the first form of a browser', () => {
  const fresh = { secret: 'of another browser', formToken: claimTokenOf('of another browser', null) };

  it('takes the authorisation over, and starts the time of an implicit link', async () => {
    const live = waiting({ opened: false, implicit: true, customerId: 'kari', agreementId: 'a' });
    const { steps, changes } = at(live, { 'customers.byNumber': null });
    const view = await steps.identify('link', { ...fresh, language: 'nb' }, '1');
    expect(view).toMatchObject({ trouble: 'UNKNOWN_CUSTOMER', formToken: formTokenOf(fresh.secret) });
    expect(changes()).toEqual([
      {
        browserHash: digest(fresh.secret),
        opened: true,
        customerId: null,
        agreementId: null,
        scaStatus: 'started',
        language: 'nb',
        expiresAt: start + 15 * minute,
        wrongAttempts: 1,
        wrongCodes: 0,
      },
    ]);
  });

  it('during a move of the clock starts that time at the end of the move', async () => {
    const live = waiting({ opened: false, implicit: true });
    const clock = { clockOffset: 0, clockOffsetAfterMove: 60 * minute };
    const link = { ...live, openBasketId: null, tppName: 'Ours', ...clock };
    const { steps, changes } = at(live, { 'authorisations.findByToken': link });
    await steps.identify('link', fresh, '1');
    expect(changes()[0]).toHaveProperty('expiresAt', start + 75 * minute);
  });

  it('gives no more time to a link that was started before, or requested explicitly', async () => {
    for (const other of [{ opened: true, implicit: true }, { opened: false }]) {
      const { steps, changes } = at(waiting({ browserHash: null, ...other }));
      await steps.identify('link', fresh, '1');
      expect(changes()[0]).not.toHaveProperty('expiresAt');
    }
  });

  it('sent twice, the second during the takeover, takes over once', async () => {
    const { steps, changes } = at(waiting({ browserHash: digest(fresh.secret) }));
    expect(await steps.identify('link', fresh, '1')).toMatchObject({ step: 'DECIDE' });
    expect(changes()).toHaveLength(1);
  });
});

describe('the PSU identifies', () => {
  it('by a number with spaces; the browser gets a new secret', async () => {
    const { steps, changes, given } = at(waiting());
    const view = await steps.identify('link', proof, ' 130393 19955 ');
    expect(given('customers.byNumber')).toEqual([[ours, kari.customerNumber]]);
    const browserHash = digest(view?.secret ?? '');
    expect(changes()).toEqual([{ customerId: 'kari', agreementId: null, browserHash }]);
    expect(view).toMatchObject({ step: 'DECIDE', customer: kari, suggestions: [] });
  });

  it.each<[string, Partial<AuthorisationRecord>, Customer | null]>([
    ['UNKNOWN_CUSTOMER', {}, null],
    ['WRONG_IDENTITY', { identityNumber: '12085592767' }, kari],
    ['WRONG_TYPE', { psuContext: 'PRIVATE' }, company],
  ])(
    'unsuccessfully: %s, which counts as a wrong try and not as a wrong code',
    async (trouble, change, customer) => {
      const live = waiting({ ...change, wrongAttempts: 3, wrongCodes: 2 });
      const { steps, changes } = at(live, { 'customers.byNumber': customer });
      expect(await steps.identify('link', proof, '1')).toMatchObject({ trouble, secret: null });
      expect(changes()).toEqual([{ wrongAttempts: 4, wrongCodes: 2 }]);
    },
  );

  it('unsuccessfully for the fifth time: the authorisation ends and the payment is rejected', async () => {
    const { steps, changes, given } = at(waiting({ wrongAttempts: 4 }), { 'customers.byNumber': null });
    const view = await steps.identify('link', proof, '1');
    expect(view).toMatchObject({ step: 'ENDED', trouble: null, secret: deriveSecretAfterEnd(secret) });
    expect(changes()).toHaveLength(1);
    expect(changes()[0]).toMatchObject({
      wrongAttempts: 5,
      scaStatus: 'failed',
      endReason: 'WRONG_CODE',
      endedAt: start,
      browserHash: digest(deriveSecretAfterEnd(secret)),
    });
    expect(given('payments.move')).toMatchObject([
      [{ to: 'RJCT', reason: 'the authorisation ended after five wrong numbers or codes' }, {}],
    ]);
  });

  it('after that step, or without a page of ours: nothing is written', async () => {
    const known = at(waiting({ customerId: 'kari' }));
    expect(await known.steps.identify('link', proof, '1')).toMatchObject({ step: 'DECIDE', trouble: null });
    const foreign = at(waiting());
    for (const other of [
      { secret: null, formToken: proof.formToken },
      { secret, formToken: null },
      { secret, formToken: formTokenOf('other') },
      { secret: 'other', formToken: formTokenOf('other') },
    ])
      expect(await foreign.steps.identify('link', other, '1')).toMatchObject({ trouble: 'STALE_PAGE' });
    expect([known.changes(), foreign.changes()]).toEqual([[], []]);
  });

  it('while approvals are closed for the customer: nobody is logged in', async () => {
    const kept = (subjects: readonly string[], closedUntil: number) =>
      new Map(subjects.map((subject) => [subject, { wrongCodes: 50, at: start, closedUntil }]));
    const answers = (until: number) => ({
      'wrongCodes.read': (_: string, subjects: readonly string[]) => kept(subjects, until),
    });
    const shut = at(waiting(), answers(start + 1));
    expect(await shut.steps.identify('link', proof, '1')).toMatchObject({ trouble: 'LOGIN_CLOSED' });
    expect(shut.changes()).toEqual([]);
    expect((await at(waiting(), answers(start)).steps.identify('link', proof, '1'))?.trouble).toBeNull();
  });
});

describe('an agreement is chosen', () => {
  const choices = ['first', 'second'].map((agreementId) => ({
    agreementId,
    name: agreementId,
    ownerNumber: '9',
  }));
  const answers = { 'customers.agreementsOf': choices };
  it.each<[string, string, Partial<AuthorisationRecord>, unknown[], object]>([
    ['one of them', 'second', {}, [{ agreementId: 'second' }], { step: 'DECIDE', agreement: choices[1] }],
    ['none of them', 'third', {}, [], { step: 'AGREEMENT', trouble: 'NO_AGREEMENT', agreement: null }],
    ['by nobody', 'second', { customerId: null }, [], { step: 'IDENTIFY', trouble: null }],
  ])('%s', async (_, agreementId, change, written, expected) => {
    const { steps, changes } = at(waiting({ customerId: 'company', ...change }), answers);
    expect(await steps.chooseAgreement('link', proof, agreementId)).toMatchObject(expected);
    expect(changes()).toEqual(written);
  });
});
