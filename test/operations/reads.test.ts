/** What reads ask of their stores: for whom, how much at once, and what they do with the answer. */
import { describe, expect, it } from 'vitest';
import { countSigningBaskets } from '../../src/operations/baskets/count-signing-baskets.ts';
import { getPaymentsOfBaskets } from '../../src/operations/baskets/get-payments-of-baskets.ts';
import { listSigningBaskets } from '../../src/operations/baskets/list-signing-baskets.ts';
import { countPayments } from '../../src/operations/payments/count-payments.ts';
import { getBasketsOfPayments } from '../../src/operations/payments/get-baskets-of-payments.ts';
import { getCreditorNames } from '../../src/operations/payments/get-creditor-names.ts';
import { getEntryOutcomes } from '../../src/operations/payments/get-entry-outcomes.ts';
import { getInstructionHeads } from '../../src/operations/payments/get-instruction-heads.ts';
import { getPaymentDays } from '../../src/operations/payments/get-payment-days.ts';
import { getPayments } from '../../src/operations/payments/get-payments.ts';
import { getStatusHistories } from '../../src/operations/payments/get-status-histories.ts';
import { getTransfers } from '../../src/operations/payments/get-transfers.ts';
import { listPayments } from '../../src/operations/payments/list-payments.ts';
import { countedAtMost, countedOfEachAtMost } from '../../src/operations/ports/page.ts';
import { countEntriesOfAccounts } from '../../src/operations/sandbox/accounts/count-entries-of-accounts.ts';
import { findAccountEntry } from '../../src/operations/sandbox/accounts/find-account-entry.ts';
import { getEntriesOfAccounts } from '../../src/operations/sandbox/accounts/get-entries-of-accounts.ts';
import { countTransactionsOfCards } from '../../src/operations/sandbox/cards/count-transactions-of-cards.ts';
import { findCardTransaction } from '../../src/operations/sandbox/cards/find-card-transaction.ts';
import { getTransactionsOfCards } from '../../src/operations/sandbox/cards/get-transactions-of-cards.ts';
import { ours, start } from '../db/support/rows.ts';
import { play } from './stores.ts';

const ids = ['a', 'b'];
const page = { limit: 3 };
const range = { fromDate: null, toDate: null };
const anything = new Map([['a', 1]]);
type Read = Parameters<typeof play>[0];

describe('a read passes on what it was asked, and for whom', () => {
  const filter = { statuses: ['RCVD'] };
  it.each<[string, Read, unknown, readonly unknown[]]>([
    ['payments', getPayments, ids, ['paymentLists.findMany', ours, ids]],
    ['baskets of payments', getBasketsOfPayments, ids, ['baskets.ofPayments', ids]],
    [
      'payments of baskets',
      getPaymentsOfBaskets,
      { basketIds: ids, withInstructions: true },
      ['baskets.paymentsOfMany', ids, true],
    ],
    ['heads', getInstructionHeads, ids, ['paymentLists.heads', ours, ids]],
    ['ten creditors each', getCreditorNames, ids, ['paymentLists.creditorNames', ours, ids, 10]],
    ['5,000 transfers', getTransfers, ids, ['paymentLists.transfers', ours, ids, 5_000]],
    ['outcomes of entries', getEntryOutcomes, ids, ['work.outcomesOf', ids]],
    [
      'a page of payments',
      listPayments,
      { filter, page, order: 'NEWEST', withInstructions: true },
      ['paymentLists.page', ours, filter, page, { order: 'NEWEST', withInstructions: true }],
    ],
    ['a page of baskets', listSigningBaskets, page, ['baskets.page', ours, page]],
    ['one more payment than is counted', countPayments, filter, ['paymentLists.count', ours, filter, 10_001]],
    ['one more basket than is counted', countSigningBaskets, undefined, ['baskets.count', ours, 10_001]],
    [
      '5,000 entries of accounts',
      getEntriesOfAccounts,
      { resourceIds: ids, range, page },
      ['sandbox.accounts.entriesOfMany', ids, range, page, 5_000],
    ],
    [
      'one more entry than is counted of each account',
      countEntriesOfAccounts,
      { resourceIds: ids, range },
      ['sandbox.accounts.countEntries', ids, range, 1_001],
    ],
    [
      'one more transaction than is counted of each card',
      countTransactionsOfCards,
      { resourceIds: ids, range, bookingStatus: 'booked' },
      ['sandbox.cards.countTransactions', ids, range, 1_001],
    ],
    ['one entry', findAccountEntry, { postingId: 'p', position: 2 }, ['sandbox.accounts.entry', 'p', 2]],
  ])('%s', async (_, operation, input, asked) => {
    const played = await play(operation, input, { answers: { [String(asked[0])]: anything } });
    expect(played.asked).toEqual([asked]);
    expect(played.outcome).toBe(anything);
  });

  it('and the bounds are the ones that pages show', () => {
    expect([countedAtMost, countedOfEachAtMost]).toEqual([10_000, 1_000]);
  });
});

describe('a history', () => {
  it('begins with the creation, which the payment itself tells', async () => {
    const move = { from: 'RCVD', to: 'PDNG', at: start + 1, reason: 'approved' };
    const { outcome, asked } = await play(
      getStatusHistories,
      [
        { paymentId: 'a', createdAt: start },
        { paymentId: 'b', createdAt: start - 1 },
      ],
      { answers: { 'paymentLists.moves': new Map([['a', [move]]]) } },
    );
    expect(asked).toEqual([['paymentLists.moves', ids]]);
    const created = { from: null, to: 'RCVD', reason: 'created by the TPP' };
    expect([...outcome]).toEqual([
      ['a', [{ ...created, at: start }, move]],
      ['b', [{ ...created, at: start - 1 }]],
    ]);
  });
});

describe('days of payments', () => {
  it('are so many up to today, of 10,000 payments, each with what stands and what was settled', async () => {
    const day = (change: object) => ({
      date: '2030-01-06',
      status: 'ACSC',
      currency: 'NOK',
      count: 1,
      amount: '1',
      ...change,
    });
    const counts = [
      day({ count: 2, amount: '3' }),
      day({ currency: 'EUR' }),
      day({ currency: null }),
      day({ amount: null, count: 4 }),
      day({ status: 'RCVD' }),
      day({ date: '2030-01-07', status: 'RCVD' }),
    ];
    const { outcome, asked } = await play(
      getPaymentDays,
      { days: 3 },
      { answers: { 'paymentLists.days': counts } },
    );
    expect(asked).toEqual([['paymentLists.days', ours, Date.parse('2030-01-04T23:00:00Z'), 10_000]]);
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

describe('what is too much for one answer', () => {
  const accounts =
    'the accounts have more than 5000 transactions to show; ask for fewer accounts, or for smaller pages';
  it.each<[string, Read, unknown, string]>([
    [
      'transfers',
      getTransfers,
      ids,
      'the bulk payments hold more than 5000 entries; ask for fewer payments, or for some entries by first and offset',
    ],
    ['entries', getEntriesOfAccounts, { resourceIds: ids, range, page }, accounts],
    [
      'card transactions',
      getTransactionsOfCards,
      { resourceIds: ids, range, page, bookingStatus: 'both', fixes: [] },
      accounts,
    ],
  ])('%s', async (_, operation, input, text) => {
    expect((await play(operation, input)).refused).toEqual(['BAD_REQUEST', undefined, text]);
  });
});

describe('a range whose end lies before its beginning', () => {
  const wrong = { fromDate: '2030-01-02', toDate: '2030-01-01' };
  const input = { resourceIds: ids, range: wrong, page, bookingStatus: 'booked', fixes: [] };
  it.each<[string, Read]>([
    ['entries', getEntriesOfAccounts],
    ['card transactions', getTransactionsOfCards],
  ])('is refused before %s are read', async (_, operation) => {
    const { refused, asked } = await play(operation, input);
    expect(refused).toEqual(['FORMAT_ERROR', 'fromDate', 'must not be later than toDate, 2030-01-01']);
    expect(asked).toEqual([]);
  });
});

describe('card transactions', () => {
  const item = { cardTransactionId: 't', transactionAmount: 'one', originalAmount: 'other' };
  const stored = { item, sequence: 7 };
  const fixes = ['cardaccount-switch-originalamount-and-transactionamount'];
  const swapped = { ...item, transactionAmount: 'other', originalAmount: 'one' };

  it('are none that are pending, and nothing is read for them', async () => {
    const input = { resourceIds: ids, range, page, bookingStatus: 'pending', fixes: [] };
    for (const operation of [getTransactionsOfCards, countTransactionsOfCards])
      expect(await play(operation, input)).toMatchObject({ outcome: new Map(), asked: [] });
  });

  it('have their amounts swapped for whoever asks for it', async () => {
    const answers = { 'sandbox.cards.transactionsOfMany': new Map([['a', [stored]]]) };
    const input = { resourceIds: ids, range, page, bookingStatus: 'booked' };
    const read = (wanted: readonly string[]) =>
      play(getTransactionsOfCards, { ...input, fixes: wanted }, { answers });
    expect((await read([])).outcome).toEqual(new Map([['a', [stored]]]));
    const { outcome, asked } = await read(fixes);
    expect(outcome).toEqual(new Map([['a', [{ item: swapped, sequence: 7 }]]]));
    expect(asked).toEqual([['sandbox.cards.transactionsOfMany', ids, range, page, 5_000]]);
  });

  it('are found by card account and id, where PostgreSQL could hold such texts', async () => {
    const answers = { 'sandbox.cards.transaction': stored };
    const find = (resourceId: string, cardTransactionId: string, wanted: readonly string[] = []) =>
      play(findCardTransaction, { resourceId, cardTransactionId, fixes: wanted }, { answers });
    expect(await find('a', 't')).toMatchObject({
      outcome: item,
      asked: [['sandbox.cards.transaction', ours, 'a', 't']],
    });
    expect((await find('a', 't', fixes)).outcome).toEqual(swapped);
    expect(await find('a\0', 't')).toMatchObject({ outcome: null, asked: [] });
    expect(await find('a', 't\0')).toMatchObject({ outcome: null, asked: [] });
    expect(
      (await play(findCardTransaction, { resourceId: 'a', cardTransactionId: 't', fixes })).outcome,
    ).toBeNull();
  });
});
