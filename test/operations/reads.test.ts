import { describe, expect, it } from 'vitest';
import { countSigningBaskets } from '../../src/operations/baskets/count-signing-baskets.ts';
import { listSigningBaskets } from '../../src/operations/baskets/list-signing-baskets.ts';
import { countPayments } from '../../src/operations/payments/count-payments.ts';
import { getPaymentDays } from '../../src/operations/payments/get-payment-days.ts';
import { listPayments } from '../../src/operations/payments/list-payments.ts';
import { countedAtMost } from '../../src/operations/ports/page.ts';
import { ours } from '../db/support/rows.ts';
import { play } from './stores.ts';

const page = { limit: 3 };
const anything = new Map([['a', 1]]);
type Read = Parameters<typeof play>[0];

describe('a read passes on its question and its caller', () => {
  const filter = { statuses: ['RCVD'] };
  it.each<[string, Read, unknown, readonly unknown[]]>([
    [
      'a page of payments',
      listPayments,
      { filter, page, order: 'NEWEST', withInstructions: true },
      ['paymentLists.page', ours, filter, page, { order: 'NEWEST', withInstructions: true }],
    ],
    ['a page of baskets', listSigningBaskets, page, ['baskets.page', ours, page]],
    ['one more payment than is counted', countPayments, filter, ['paymentLists.count', ours, filter, 10_001]],
    ['one more basket than is counted', countSigningBaskets, undefined, ['baskets.count', ours, 10_001]],
  ])('%s', async (_, operation, input, asked) => {
    const played = await play(operation, input, { answers: { [String(asked[0])]: anything } });
    expect(played.asked).toEqual([asked]);
    expect(played.outcome).toBe(anything);
  });

  it('with the bound that pages show', () => {
    expect(countedAtMost).toBe(10_000);
  });
});

describe('days of payments', () => {
  it('go up to today in the requested number, with at most 10,000 payments, each with its status and its settlement', async () => {
    const day = (change: object) => ({
      date: '2030-01-06',
      status: 'ACSC',
      currency: 'NOK',
      count: 1,
      settled: '3',
      ...change,
    });
    const counts = [
      day({ count: 2 }),
      day({ currency: 'EUR', settled: '1' }),
      day({ currency: null, settled: null }),
      day({ currency: 'SEK', settled: null, count: 4 }),
      day({ status: 'RCVD' }),
      day({ date: '2030-01-07', status: 'RCVD', settled: null }),
    ];
    const { outcome, asked } = await play(
      getPaymentDays,
      { days: 3 },
      { answers: { 'paymentLists.countPerDay': counts } },
    );
    expect(asked).toEqual([['paymentLists.countPerDay', ours, Date.parse('2030-01-04T23:00:00Z'), 10_000]]);
    const settled = [
      { currency: 'NOK', amount: '3' },
      { currency: 'EUR', amount: '1' },
    ];
    const statuses = [
      { status: 'ACSC', count: 8 },
      { status: 'RCVD', count: 1 },
    ];
    expect(outcome).toEqual([
      { date: '2030-01-05', statuses: [], moved: [] },
      { date: '2030-01-06', statuses, moved: settled },
      { date: '2030-01-07', statuses: statuses.slice(1), moved: [] },
    ]);
  });
});
