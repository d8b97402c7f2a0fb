import { describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { createSigningBasket } from '../../src/operations/baskets/create-signing-basket.ts';
import { deleteSigningBasket } from '../../src/operations/baskets/delete-signing-basket.ts';
import { startBasketAuthorisation } from '../../src/operations/baskets/start-basket-authorisation.ts';
import { cancelPayment } from '../../src/operations/payments/cancel-payment.ts';
import { createPayment } from '../../src/operations/payments/create-payment.ts';
import type { PaymentRecord } from '../../src/operations/ports/stores.ts';
import { basket, ours, payment, start } from '../db/support/rows.ts';
import { play, type Situation } from './stores.ts';

const day = 86_400_000;
const instruction = domestic.example as unknown as Record<string, unknown>;
const create = (change: Record<string, unknown> = {}, situation: Situation = {}, product = domestic) =>
  play(
    createPayment,
    { product, instruction: { ...instruction, ...change }, allowLogicalDuplicate: false, warnings: [] },
    { psu: { context: 'PRIVATE' }, ...situation },
  );
const kept = (played: Awaited<ReturnType<typeof create>>) =>
  played.given('payments.insert')[0]?.[0] as PaymentRecord;

describe('a new payment', () => {
  it('is stored as it was sent, with its PSU', async () => {
    const psu = {
      psuId: 'p',
      identityNumber: 'i',
      sessionId: 's',
      corporateId: 'c',
      redirectPreferred: false,
      brand: 'b',
      authMethodPreferred: 'a',
      context: 'PRIVATE' as const,
    };
    const played = await create({}, { psu });
    expect(kept(played)).toMatchObject({
      paymentId: 'id-1',
      tppId: ours,
      product: 'NDCT',
      status: 'RCVD',
      psuId: 'p',
      identityNumber: 'i',
      sessionId: 's',
      corporateId: 'c',
      psuContext: 'PRIVATE',
      ...{
        redirectUri: 'https://tpp.example/',
        redirectPreferred: false,
        brand: 'b',
        authMethodPreferred: 'a',
      },
      debtorName: null,
      fee: null,
      creditorName: domestic.example.creditorName,
      fundsAvailable: null,
      instruction,
      createdAt: start,
      updatedAt: start,
    });
    expect(played.outcome.psuMessage).toContain('bank app');
    expect((await create()).outcome).not.toHaveProperty('psuMessage');
  });

  it('names its creditor and its sum where there is one', async () => {
    const entries = (bulkDomestic.example as unknown as { payments: Record<string, unknown>[] }).payments;
    const [first] = entries;
    const made = async (payments: readonly unknown[]) =>
      kept(
        await create({ ...bulkDomestic.example, payments }, {}, bulkDomestic as unknown as typeof domestic),
      );
    const amount = (text: string, currency = 'NOK') => ({
      ...first,
      instructedAmount: { amount: text, currency },
    });
    expect(await made([amount('1.50')])).toMatchObject({
      creditorName: first?.creditorName,
      amount: '1.5',
      currency: 'NOK',
    });
    expect(await made([amount('1.50'), amount('2.25')])).toMatchObject({
      creditorName: null,
      amount: '3.75',
      currency: 'NOK',
    });
    expect(await made([amount('1.50'), amount('2.25', 'EUR')])).toMatchObject({
      creditorName: null,
      amount: null,
      currency: null,
    });
  });

  it('for a past day is refused at the path of the day', async () => {
    const { refused, asked } = await create({ requestedExecutionDate: '2029-12-31' });
    expect(refused?.slice(0, 2)).toEqual(['EXECUTION_DATE_INVALID', 'requestedExecutionDate']);
    expect(asked).toEqual([]);
  });

  it('is compared with its duplicate only if there is one', async () => {
    expect((await create()).given('payments.hasDuplicate')).toEqual([]);
    const answers = { 'payments.hasDuplicate': true };
    const met = await create({}, { hasMetEqualPayment: true, answers });
    const [[tppId, fingerprint, since]] = met.given('payments.hasDuplicate') as [[string, string, number]];
    expect([tppId, fingerprint.length, since]).toEqual([ours, 43, start - day]);
    expect(met.given('payments.releaseFingerprint')).toEqual([[ours, fingerprint]]);
    expect(met.refused).toEqual([
      'CONFLICT',
      'allowLogicalDuplicate',
      'a payment with the same debtor, creditor, amount, remittance and date was created within the last 24 hours. To create it anyway, set allowLogicalDuplicate to true',
    ]);
    const input = { product: domestic, instruction, allowLogicalDuplicate: true, warnings: [] };
    const situation: Situation = { psu: { context: 'PRIVATE' }, hasMetEqualPayment: true, answers };
    expect((await play(createPayment, input, situation)).refused).toBeUndefined();
    expect((await create({}, { hasMetEqualPayment: true, answers: {} })).refused).toBeUndefined();
  });

  it('follows its scenario only in a sandbox', async () => {
    const names = ['Scenario System Error', ' scenario unavailable '];
    const played = await Promise.all(names.map((creditorName) => create({ creditorName })));
    const outside = await Promise.all(
      names.map((creditorName) => create({ creditorName }, { sandbox: false })),
    );
    expect(outside.map(({ refused }) => refused)).toEqual([undefined, undefined]);
    expect(played.map(({ refused }) => refused?.[0])).toEqual(['SYSTEM_ERROR', 'UNAVAILABLE']);
    expect(played.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([undefined, 2]);
  });
});

describe('the cancellation of a payment', () => {
  const cancel = (change: Partial<PaymentRecord>, more: Readonly<Record<string, unknown>> = {}) => {
    const one = payment('a', change);
    const answers = { 'payments.lock': one, 'payments.move': true, ...more };
    return play(cancelPayment, { product: null, paymentId: 'a' }, { answers });
  };
  const conflict = (text: string) => ['CONFLICT', 'paymentId', text];

  it('takes effect at once before the approval, and ends open authorisations', async () => {
    const { outcome, given } = await cancel({});
    expect(outcome).toMatchObject({ cancelled: true, links: {}, payment: { status: 'CANC' } });
    const [[move]] = given('payments.move') as [[Record<string, unknown>]];
    expect(move).toMatchObject({
      paymentId: 'a',
      from: 'RCVD',
      to: 'CANC',
      at: start,
      reason: 'cancelled by the TPP',
    });
    expect(given('authorisations.endOpen')).toEqual([[{ paymentId: 'a' }, 'PAYMENT', 'WITHDRAWN', start]]);
  });

  it('of an approved payment leads to an authorisation and changes nothing', async () => {
    const { outcome, asked } = await cancel({ status: 'PDNG' });
    const href = '/v1/payments/norwegian-domestic-credit-transfers/a/cancellation-authorisations';
    expect(outcome).toMatchObject({
      cancelled: false,
      links: { startAuthorisation: { href, verbs: ['POST'] } },
    });
    expect(asked.map(([name]) => name)).toEqual(['payments.lock']);
  });

  it('is refused for a final payment, and for one that is not there', async () => {
    const { refused } = await cancel({ status: 'ACSC' });
    expect(refused).toEqual(conflict('the payment is ACSC and can no longer be cancelled'));
    expect((await cancel({}, { 'payments.lock': null })).refused?.[0]).toBe('RESOURCE_UNKNOWN');
  });

  it('is refused in a basket, and after a faster request', async () => {
    expect((await cancel({}, { 'baskets.openBasketIdOf': 'b' })).refused).toEqual(
      conflict('the payment is in the signing basket b; delete the basket first'),
    );
    expect((await cancel({}, { 'payments.move': false })).refused).toEqual(
      conflict('the payment has just changed: read it again'),
    );
  });
});

describe('a signing basket', () => {
  const make = (payments: readonly PaymentRecord[], ids: readonly string[], inserted = true) =>
    play(
      createSigningBasket,
      { paymentIds: ids, warnings: [] },
      {
        answers: { 'payments.lockMany': payments, 'baskets.insert': inserted, 'baskets.openBasketIdOf': 'k' },
      },
    );

  it('holds its payments in the order of the request', async () => {
    const { outcome, given } = await make([payment('a'), payment('b')], ['b', 'a']);
    expect(outcome.payments.map(({ paymentId }: PaymentRecord) => paymentId)).toEqual(['b', 'a']);
    expect(given('payments.lockMany')).toEqual([[ours, ['b', 'a']]]);
    expect(given('baskets.insert')).toEqual([[outcome.basket, ['b', 'a']]]);
    expect(outcome.basket).toMatchObject({ basketId: 'id-1', tppId: ours, state: 'OPEN', createdAt: start });
  });

  it.each<[string, PaymentRecord[], string[], (string | undefined)[]]>([
    [
      'of payments that are unknown',
      [payment('a')],
      ['x', 'a', 'y'],
      ['RESOURCE_UNKNOWN', 'paymentIds[0]', 'there is no payment with this id'].concat([
        'RESOURCE_UNKNOWN',
        'paymentIds[2]',
        'there is no payment with this id',
      ]),
    ],
    [
      'of payments that are signed alone',
      [payment('a'), payment('b', { product: 'BULK_NDCT' })],
      ['a', 'b'],
      ['REFERENCE_MIX_INVALID', 'paymentIds', 'bulk and periodic payments cannot be in a signing basket: b'],
    ],
    [
      'of several accounts and PSUs, each of which is named',
      [payment('a'), payment('b', { debtorKey: 'other' }), payment('c', { identityNumber: 'i' })],
      ['a', 'b', 'c'],
      [
        'REFERENCE_MIX_INVALID',
        'paymentIds',
        'all payments in a basket must have the same debtor account (debtorAccount); these differ from a: b',
        'REFERENCE_MIX_INVALID',
        'paymentIds',
        'all payments in a basket must have the same PSU (PSU-ID, or X-PSU-IDENTITY); these differ from a: c',
      ],
    ],
    [
      'of payments that are approved',
      [payment('a'), payment('b', { status: 'PDNG' }), payment('c', { status: 'CANC' })],
      ['a', 'b', 'c'],
      [
        'CONFLICT',
        'paymentIds[1]',
        'only payments with the status RCVD can be in a basket, and this one is PDNG',
        'CONFLICT',
        'paymentIds[2]',
        'only payments with the status RCVD can be in a basket, and this one is CANC',
      ],
    ],
  ])('%s is refused', async (_, payments, ids, expected) => {
    const { refused, given } = await make(payments, ids);
    expect(refused).toEqual(expected);
    expect(given('baskets.insert')).toEqual([]);
  });

  it('is refused when a payment is in another basket', async () => {
    const { refused } = await make([payment('a')], ['a'], false);
    expect(refused).toEqual(['CONFLICT', 'paymentIds[0]', 'this payment is in the open signing basket k']);
  });

  const found = (state: 'OPEN' | 'APPROVED', payments = [payment('a')]) => ({
    'baskets.find': basket('b', { state }),
    'baskets.paymentsOf': payments,
    'baskets.lockPayments': payments,
  });

  it('is deleted while it is open, together with its authorisations', async () => {
    const { outcome, given } = await play(deleteSigningBasket, { basketId: 'b' }, { answers: found('OPEN') });
    expect(outcome).toMatchObject({ basket: { state: 'DELETED' }, payments: [{ paymentId: 'a' }] });
    expect(given('baskets.close')).toEqual([['b', 'DELETED']]);
    expect(given('authorisations.endOpen')).toEqual([[{ basketId: 'b' }, 'BASKET', 'WITHDRAWN', start]]);
    expect(given('baskets.lockPayments')).toEqual([['b']]);
    const late = await play(deleteSigningBasket, { basketId: 'b' }, { answers: found('APPROVED') });
    expect(late.refused).toEqual([
      'CONFLICT',
      'basketId',
      'the signing basket has been approved or rejected and can no longer be deleted',
    ]);
  });

  it('can be authorised while it is open and a payment waits', async () => {
    const begin = (answers: Situation['answers'] = {}) =>
      play(startBasketAuthorisation, { basketId: 'b' }, { answers });
    const over = ['CONFLICT', 'basketId', 'the signing basket has ended and can no longer be authorised'];
    const done = payment('c', { status: 'CANC' });
    expect((await begin(found('APPROVED'))).refused).toEqual(over);
    expect((await begin(found('OPEN', [done]))).refused).toEqual(over);
    const { outcome, given } = await begin(found('OPEN', [done, payment('a')]));
    expect(outcome.links.scaStatus.href).toBe('/v1/signing-baskets/b/authorisations/id-1');
    expect(given('authorisations.supersede')).toEqual([[{ basketId: 'b' }, 'BASKET', start, 99]]);
    expect(given('authorisations.insert')).toMatchObject([
      [{ basketId: 'b', paymentId: null, kind: 'BASKET' }],
    ]);
  });
});
