import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/domain/refusal.ts';
import type { ReadPolicy } from '../../src/graphql/read-policy.ts';
import { createLoaders, type Loaders } from '../../src/graphql/schema/loaders.ts';
import { ours, start } from '../db/support/rows.ts';
import { type Answers, contextOf } from '../operations/stores.ts';

function loading(answers: Answers = {}, bank: object = {}) {
  const { context, asked } = contextOf({ answers, bank });
  const policies: ReadPolicy[] = [];
  const loaders = createLoaders({
    needsInstructions: true,
    readStores(policy, read) {
      policies.push(policy);
      return read(context as never);
    },
  });
  return { loaders, asked, policies };
}

const ids = ['a', 'b'];
const range = { fromDate: null, toDate: null };
const page = { limit: 3, fromEnd: false };
const part = { offset: 0, limit: 5 };
const parts = ids.map((paymentId) => ({ paymentId, ...part }));
const payments = { role: 'PSP_PI', hasConstantData: false };
const instructions = { role: 'PSP_PI', hasConstantData: true };
const sandbox = { role: null, hasConstantData: false };
const booked = { range, bookingStatus: 'booked' } as const;
const cardPage = { ...booked, page, fixNames: [] };
const each =
  (load: (loaders: Loaders, id: string) => Promise<unknown>) =>
  (loaders: Loaders): Promise<unknown> =>
    Promise.all(ids.map((id) => load(loaders, id)));
type Load = ReturnType<typeof each>;

describe('a field of many objects is read once, for the caller, if the caller may read it', () => {
  const map = (value: unknown) => new Map([['a', value]]);
  it.each<[string, Load, object, unknown, readonly unknown[], unknown]>([
    [
      'baskets of payments',
      each(({ basketOfPayment }, id) => basketOfPayment.load(id)),
      payments,
      map(1),
      ['baskets.newestBasketsOf', ids],
      [1, null],
    ],
    [
      'payments of baskets',
      each(({ paymentsOfBasket }, id) => paymentsOfBasket.load(id)),
      payments,
      map([1]),
      ['baskets.paymentsOfMany', ids, true],
      [[1], []],
    ],
    [
      'heads',
      ({ instructionWithoutEntries }) => instructionWithoutEntries.loadMany(ids),
      instructions,
      map(1),
      ['paymentLists.instructionsWithoutEntries', ours, ids],
      [1, expect.objectContaining({ reason: 'RESOURCE_UNKNOWN' })],
    ],
    [
      'ten creditors each',
      each(({ creditorNames }, id) => creditorNames.load(id)),
      instructions,
      map(['A']),
      ['paymentLists.creditorNames', ours, ids, 10],
      [['A'], []],
    ],
    [
      '5,000 transfers',
      ({ transfers }) => transfers.loadMany(parts),
      instructions,
      [[1], [2]],
      ['paymentLists.transfers', ours, parts, 5_000],
      [[1], [2]],
    ],
    [
      'outcomes of entries',
      ({ entryOutcomes }) => entryOutcomes.loadMany(parts),
      payments,
      [[1], [2]],
      ['paymentLists.entryOutcomesIn', parts],
      [[1], [2]],
    ],
    [
      'due executions',
      each(({ dueExecution }, id) => dueExecution.load(id)),
      payments,
      map(1),
      ['paymentLists.dueExecutionsOf', ids],
      [1, null],
    ],
    [
      '5,000 bookings',
      ({ bookings }) => bookings.loadMany(parts),
      payments,
      [[1], [2]],
      ['ledger.bookingsOf', ours, parts, 5_000],
      [[1], [2]],
    ],
    [
      'customers',
      each(({ customer }, id) => customer.load(id)),
      sandbox,
      [{ customerId: 'b' }],
      ['sandbox.customers.findMany', ours, ids],
      [null, { customerId: 'b' }],
    ],
    [
      'accounts',
      each(({ account }, id) => account.load(id)),
      sandbox,
      [{ resourceId: 'b' }],
      ['sandbox.accounts.findMany', ours, ids],
      [null, { resourceId: 'b' }],
    ],
    [
      'card accounts',
      each(({ cardAccount }, id) => cardAccount.load(id)),
      sandbox,
      [{ resourceId: 'b' }],
      ['sandbox.cards.findMany', ours, ids],
      [null, { resourceId: 'b' }],
    ],
    [
      '5,000 entries of accounts',
      each(({ transactionsOfAccount }, id) => transactionsOfAccount.load(id, { range, page })),
      sandbox,
      map([1]),
      ['sandbox.accounts.entries', ids, range, page, 5_000],
      [[1], []],
    ],
    [
      '5,000 transactions of cards',
      each(({ transactionsOfCard }, id) => transactionsOfCard.load(id, cardPage)),
      sandbox,
      map([1]),
      ['sandbox.cards.transactions', ids, range, page, 5_000],
      [[1], []],
    ],
    [
      'one more entry than is counted of each account',
      each(({ transactionCountOfAccount }, id) => transactionCountOfAccount.load(id, range)),
      sandbox,
      map(7),
      ['sandbox.accounts.countEntries', ids, range, 1_001],
      [7, 0],
    ],
    [
      'one more transaction than is counted of each card',
      each(({ transactionCountOfCard }, id) => transactionCountOfCard.load(id, booked)),
      sandbox,
      map(7),
      ['sandbox.cards.countTransactions', ids, range, 1_001],
      [7, 0],
    ],
  ])('%s', async (_, load, policy, answer, question, outcome) => {
    const { loaders, asked, policies } = loading({ [String(question[0])]: answer });
    expect(await load(loaders)).toEqual(outcome);
    expect([asked, policies]).toEqual([[question], [policy]]);
    await load(loaders);
    expect(asked).toHaveLength(1);
    loaders.clearAll();
    await load(loaders);
    expect(asked).toHaveLength(2);
  });

  it('pages that differ are read one by one', async () => {
    const { loaders, asked } = loading();
    const wanted = [page, page, { ...page, limit: 9 }];
    const load = (one: object, at: number) =>
      loaders.transactionsOfAccount.load(String(at), { range, page: one as typeof page });
    await Promise.all(wanted.map(load)).catch(() => undefined);
    expect(asked.map(([, of]) => of)).toEqual([['0', '1'], ['2']]);
  });
});

describe('a history', () => {
  it('begins with the creation, which comes from the payment itself', async () => {
    const move = { from: 'RCVD', to: 'PDNG', at: start + 1, reason: 'approved' };
    const { loaders, asked } = loading({ 'paymentLists.statusChangesOf': new Map([['a', [move]]]) });
    const histories = await loaders.history.loadMany([
      { paymentId: 'a', createdAt: start },
      { paymentId: 'b', createdAt: start - 1 },
    ]);
    expect(asked).toEqual([['paymentLists.statusChangesOf', ids]]);
    const created = { from: null, to: 'RCVD', reason: 'created by the TPP' };
    expect(histories).toEqual([[{ ...created, at: start }, move], [{ ...created, at: start - 1 }]]);
  });
});

describe('authorisations', () => {
  it('have their link while they are open, and no secret', async () => {
    const shown = { authorisationId: 'x', kind: 'PAYMENT', scaStatus: 'started', endReason: null };
    const times = { createdAt: start, expiresAt: start + 1, endedAt: null };
    const open = { ...shown, ...times, linkToken: 'link', code: '123456' };
    const expired = { ...open, expiresAt: start };
    const { loaders, asked } = loading({
      'authorisations.listMany': new Map([
        ['a', [open]],
        ['b', [expired]],
      ]),
    });
    expect(await loaders.authorisationsOfPayment.loadMany(ids)).toEqual([
      [{ ...shown, ...times, scaRedirect: 'http://bank/sca/link' }],
      [
        {
          ...shown,
          ...times,
          scaStatus: 'failed',
          endReason: 'EXPIRED',
          expiresAt: start,
          endedAt: start,
          scaRedirect: null,
        },
      ],
    ]);
    expect(asked).toEqual([['authorisations.listMany', ids, 100]]);
  });
});

describe('the remote bank of a payment', () => {
  it('is asked for its own data', async () => {
    const findReferences = async (tppId: string, paymentIds: readonly string[]) =>
      new Map([[paymentIds[0] ?? '', { reference: `${tppId} r`, reportedAt: start }]]);
    const { loaders, asked } = loading({}, { statuses: { findReferences } });
    const atBank = { reference: `${ours} r`, reportedAt: start };
    expect(await loaders.bankReference.loadMany(ids)).toEqual([atBank, null]);
    expect(asked).toEqual([]);
  });

  it('does not exist for other banks, and nothing is read', async () => {
    const { loaders, asked } = loading();
    expect(await loaders.bankReference.loadMany(ids)).toEqual([null, null]);
    expect(await loaders.statusWarnings.load({ paymentId: 'a', status: 'RCVD' })).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('too much for one response', () => {
  const ofAccounts =
    'the accounts have more than 5000 transactions to show; ask for fewer accounts, or for smaller pages';
  const ofCustomers =
    'the customers have more than 5000 accounts to show; ask for fewer customers, or for some accounts by first and offset';
  const many = Array.from({ length: 5_001 }, (_, at) => String(at));
  const firstOf = async (results: Promise<readonly unknown[]>) => {
    const [first] = await results;
    if (first instanceof Error) throw first;
  };
  it.each<[string, Load, string]>([
    [
      'transfers',
      ({ transfers }) => transfers.load({ paymentId: 'a', ...part }),
      'the bulk payments have more than 5000 entries; ask for fewer payments, or for some entries by first and offset',
    ],
    [
      'bookings',
      ({ bookings }) => bookings.load({ paymentId: 'a', ...part }),
      'the payments have more than 5000 bookings to show; ask for fewer payments, or for some bookings by first and offset',
    ],
    ['accounts', ({ account }) => firstOf(account.loadMany(many)), ofCustomers],
    ['card accounts', ({ cardAccount }) => firstOf(cardAccount.loadMany(many)), ofCustomers],
    ['entries', ({ transactionsOfAccount }) => transactionsOfAccount.load('a', { range, page }), ofAccounts],
    ['card transactions', ({ transactionsOfCard }) => transactionsOfCard.load('a', cardPage), ofAccounts],
  ])('%s', async (_, load, text) => {
    const refusal = await refused(load(loading().loaders));
    expect([refusal.reason, refusal.tppMessages[0]?.path, refusal.message]).toEqual([
      'BAD_REQUEST',
      undefined,
      text,
    ]);
  });
});

describe('a range that ends before it begins', () => {
  const wrong = { fromDate: '2030-01-02', toDate: '2030-01-01' };
  it.each<[string, Load]>([
    ['entries', ({ transactionsOfAccount }) => transactionsOfAccount.load('a', { range: wrong, page })],
    [
      'card transactions',
      ({ transactionsOfCard }) => transactionsOfCard.load('a', { ...cardPage, range: wrong }),
    ],
  ])('is refused before %s are read', async (_, load) => {
    const { loaders, asked } = loading();
    const refusal = await refused(load(loaders));
    expect([refusal.reason, refusal.tppMessages[0]?.path, refusal.message]).toEqual([
      'FORMAT_ERROR',
      'fromDate',
      'must not be later than toDate, 2030-01-01',
    ]);
    expect(asked).toEqual([]);
  });
});

describe('card transactions', () => {
  const item = { cardTransactionId: 't', transactionAmount: 'one', originalAmount: 'other' };
  const stored = { item, sequence: 7 };
  const fixNames = ['cardaccount-switch-originalamount-and-transactionamount'];

  it('that are pending do not exist, and nothing is read for them', async () => {
    const { loaders, asked } = loading();
    const pending = { ...cardPage, bookingStatus: 'pending' } as const;
    expect(await loaders.transactionsOfCard.load('a', pending)).toEqual([]);
    expect(await loaders.transactionCountOfCard.load('a', { range, bookingStatus: 'pending' })).toBe(0);
    expect(asked).toEqual([]);
  });

  it('have swapped amounts on request', async () => {
    const { loaders } = loading({ 'sandbox.cards.transactions': new Map([['a', [stored]]]) });
    const swapped = { ...item, transactionAmount: 'other', originalAmount: 'one' };
    expect(await loaders.transactionsOfCard.load('a', cardPage)).toEqual([stored]);
    expect(await loaders.transactionsOfCard.load('a', { ...cardPage, fixNames })).toEqual([
      { item: swapped, sequence: 7 },
    ]);
  });
});

async function refused(act: Promise<unknown>): Promise<Refusal> {
  return act.then(
    () => expect.unreachable('it was answered'),
    (error) => error as Refusal,
  );
}
