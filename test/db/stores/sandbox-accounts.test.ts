import { beforeAll, describe, expect, it } from 'vitest';
import type { CardTransaction } from '../../../src/domain/sandbox/card-transaction.ts';
import type { Stores } from '../../../src/operations/ports/stores.ts';
import type { AccountRecord, CardAccountRecord } from '../../../src/operations/sandbox/ports.ts';
import { cardItem } from '../../sandbox/support/bodies.ts';
import { ours, shareStoreroom, start, theirs } from '../support/rows.ts';
import { account, card, fillSandbox, fullCard } from '../support/sandbox-rows.ts';

const all = { limit: 1_000, offset: 0 };

const room = shareStoreroom();
const write = <T>(work: (stores: Stores) => Promise<T>) => room.work.transaction(work);
beforeAll(() => fillSandbox(room));

describe('accounts', () => {
  const idsOf = (rows: readonly AccountRecord[]) => rows.map(({ resourceId }) => resourceId);

  it('are listed oldest first, with or without a holder', async () => {
    const { accounts } = room.read.sandbox;
    expect(idsOf(await accounts.list(ours, all))).toEqual(['r0', 'r1', 'r3', 'r2', 'r4']);
    expect(idsOf(await accounts.list(ours, { offset: 1, limit: 2 }))).toEqual(['r1', 'r3']);
    expect(await accounts.find(ours, 'r1')).toEqual(
      account('r1', { creditLine: '7.50', kidAgreement: { required: true, lengths: [7], modulus: 'MOD11' } }),
    );
    expect(await accounts.find(ours, 'r4')).toMatchObject({ customerId: null, customerNumber: null });
    expect(await accounts.find(theirs, 'r1')).toBeNull();
  });

  it('have a unique name', async () => {
    const again = write(async ({ sandbox }) => {
      if (!(await sandbox.accounts.insert([account('r5'), account('r6', { accountKey: 'bban:R1' })])))
        throw new Error('taken');
    });
    await expect(again).rejects.toThrow('taken');
  });

  it('take one type of balance each, alone, and are removed alone', async () => {
    await write(async ({ sandbox: { accounts } }) => {
      await accounts.insert([account('q1'), account('q2')]);
      await accounts.setBalanceType('q1', 'CLOSING');
      expect(await accounts.find(ours, 'q1')).toMatchObject({ balanceType: 'CLOSING' });
      expect(await accounts.find(ours, 'q2')).toMatchObject({ balanceType: 'EXPECTED' });
      await accounts.remove([]);
      await accounts.remove(['q1']);
      expect(await accounts.find(ours, 'q1')).toBeNull();
      expect(await accounts.find(ours, 'q2')).not.toBeNull();
      await accounts.remove(['q2']);
    });
  });
});

describe('transactions of an account', () => {
  const pay = (postingId: string, bookingDate: string, from: string | null, to: string | null, change = {}) =>
    write(({ ledger }) =>
      ledger.post([
        {
          postingId,
          kind: 'PAYMENT',
          paymentId: postingId,
          transferNumber: 0,
          at: start,
          bookingDate,
          movements: [{ from, to, currency: 'NOK', amountMinor: 150n, details: { creditorName: 'Kari' } }],
          ...change,
        },
      ]),
    );
  const any = { fromDate: null, toDate: null };
  beforeAll(async () => {
    await pay('t2', '2030-01-08', 'r1', 'r2');
    await pay('t1', '2030-01-08', 'r1', null);
    await pay('t3', '2030-01-07', null, 'r1');
    await pay('t4', '2030-01-09', 'r1', 'r1');
    await pay('opening', '2030-01-08', null, 'r1', { kind: 'OPENING', paymentId: null });
  });
  const names = (rows: readonly { postingId: string; position: number }[] | undefined) =>
    rows?.map(({ postingId, position }) => `${postingId} ${position}`);
  const entry = (postingId: string, position: number, bookingDate: string) => ({
    postingId,
    position,
    bookingDate,
  });

  const cases: [string, object, object, string[]][] = [
    ['all, the newest first', any, {}, ['t4 1', 't4 0', 't2 0', 't1 0', 't3 1']],
    ['from a day', { ...any, fromDate: '2030-01-08' }, {}, ['t4 1', 't4 0', 't2 0', 't1 0']],
    ['to a day', { ...any, toDate: '2030-01-08' }, {}, ['t2 0', 't1 0', 't3 1']],
    ['so many', any, { limit: 2 }, ['t4 1', 't4 0']],
    ['the last of them', any, { limit: 2, fromEnd: true }, ['t1 0', 't3 1']],
    ['behind one', any, { after: entry('t2', 0, '2030-01-08') }, ['t1 0', 't3 1']],
    ['before one', any, { before: entry('t4', 0, '2030-01-09') }, ['t4 1']],
  ];
  it.each(cases)('%s', async (_, range, part, expected) => {
    const { accounts } = room.read.sandbox;
    const page = { limit: 9, ...part };
    const many = await accounts.entries(['r3', 'r1'], range as typeof any, page, 99);
    expect([...(many ?? [])].map(([id, rows]) => [id, names(rows)])).toEqual([
      ['r3', []],
      ['r1', expected],
    ]);
  });

  it('by offset, one, and many up to a bound', async () => {
    const { accounts } = room.read.sandbox;
    const byOffset = await accounts.entries(['r1'], any, { limit: 2, offset: 3 }, 2);
    expect(names(byOffset?.get('r1'))).toEqual(['t1 0', 't3 1']);
    const t2 = {
      postingId: 't2',
      position: 0,
      paymentId: 't2',
      bookingDate: '2030-01-08',
      currency: 'NOK',
      amount: '-1.50',
      creditorName: 'Kari',
    };
    expect(await accounts.entry('t2', 0)).toEqual(t2);
    expect((await accounts.entries(['r1'], any, { limit: 3 }, 9))?.get('r1')?.[2]).toEqual(t2);
    expect(await room.work.of(theirs).stores.sandbox.accounts.entry('t2', 0)).toBeNull();
    expect(await accounts.entry('t2', 2)).toBeNull();
    expect(await accounts.entry('nothing', 0)).toBeNull();
    expect(await accounts.entry('t1', 1)).toBeNull();
    expect(await accounts.entry('opening', 1)).toBeNull();
    expect(await accounts.entries(['r1', 'r2'], any, { limit: 9 }, 6)).not.toBeNull();
    expect(await accounts.entries(['r1', 'r2'], any, { limit: 9 }, 5)).toBeNull();
    const count = (range: typeof any | { fromDate: string | null; toDate: string | null }, atMost: number) =>
      accounts.countEntries(['r1', 'r2', 'r3'], range, atMost);
    const counts = (r1: number, r2: number, r3: number) =>
      new Map([
        ['r1', r1],
        ['r2', r2],
        ['r3', r3],
      ]);
    expect(await count(any, 9)).toEqual(counts(5, 1, 0));
    expect(await count(any, 4)).toEqual(counts(4, 1, 0));
    expect(await count({ fromDate: '2030-01-08', toDate: null }, 9)).toEqual(counts(4, 1, 0));
    expect(await count({ fromDate: null, toDate: '2030-01-07' }, 9)).toEqual(counts(1, 0, 0));
  });
});

describe('card accounts', () => {
  it('are listed oldest first, and found by their TPP', async () => {
    const { cards } = room.read.sandbox;
    const idsOf = (rows: readonly CardAccountRecord[]) => rows.map(({ resourceId }) => resourceId);
    expect(idsOf(await cards.list(ours, all))).toEqual(['k0', 'k1', 'k2']);
    expect(idsOf(await cards.list(ours, { offset: 1, limit: 1 }))).toEqual(['k1']);
    expect(await cards.find(ours, 'k1')).toEqual(fullCard);
    expect(await cards.find(theirs, 'k1')).toBeNull();
    await write(async (stores) => {
      expect(await stores.sandbox.cards.lockAgainstDeletion(ours, 'k1')).toEqual(fullCard);
      expect(await stores.sandbox.cards.lockAgainstDeletion(theirs, 'k1')).toBeNull();
    });
  });

  it('keep their balances, each its own, and are removed by their TPP', async () => {
    const balances = [{ balanceType: 'EXPECTED', balanceAmount: { amount: '-3.00', currency: 'NOK' } }];
    await write(async ({ sandbox: { cards } }) => {
      await cards.insert([card('m1'), card('m2')]);
      await cards.setBalances('m1', balances);
      expect(await cards.find(ours, 'm1')).toMatchObject({ balances });
      expect(await cards.find(ours, 'm2')).toMatchObject({ balances: [] });
      expect(await cards.remove(theirs, 'm1')).toBe(false);
      expect(await cards.remove(ours, 'm1')).toBe(true);
      expect(await cards.remove(ours, 'm1')).toBe(false);
      expect(await cards.remove(ours, 'm2')).toBe(true);
    });
  });
});

describe('transactions of a card account', () => {
  const any = { fromDate: null, toDate: null };
  const item = (id: string, day: string) => cardItem(id, day) as unknown as CardTransaction;
  const store = (resourceId: string, ...items: CardTransaction[]) =>
    write(({ sandbox }) => sandbox.cards.insertTransactions(resourceId, items, start));
  const names = (rows: readonly { item: CardTransaction }[] | undefined) =>
    rows?.map((row) => row.item.cardTransactionId);
  let keys: Map<string, number>;
  beforeAll(async () => {
    expect(
      await store('k1', item('b', '2024-03-05'), item('a', '2024-03-05'), item('c', '2024-03-04')),
    ).toEqual([]);
    expect(await store('k1', item('d', '2024-03-05'), item('e', '2024-03-06'))).toEqual([]);
    expect(await store('k2', item('a', '2024-03-05'))).toEqual([]);
    const all = await room.read.sandbox.cards.transactions(['k1'], any, { limit: 9 }, 9);
    keys = new Map(all?.get('k1')?.map((row) => [row.item.cardTransactionId, row.sequence]));
  });

  const key = (id: string, bookingDate: string) => ({ bookingDate, sequence: keys.get(id) as number });
  const cases: [string, object, () => object, string[]][] = [
    ['the newest day first, then the newest request, as sent', any, () => ({}), ['e', 'd', 'b', 'a', 'c']],
    ['from a day', { ...any, fromDate: '2024-03-05' }, () => ({}), ['e', 'd', 'b', 'a']],
    ['to a day', { ...any, toDate: '2024-03-05' }, () => ({}), ['d', 'b', 'a', 'c']],
    ['so many', any, () => ({ limit: 2 }), ['e', 'd']],
    ['the last of them', any, () => ({ limit: 2, fromEnd: true }), ['a', 'c']],
    ['behind one', any, () => ({ after: key('b', '2024-03-05') }), ['a', 'c']],
    ['before one', any, () => ({ before: key('b', '2024-03-05') }), ['e', 'd']],
  ];
  it.each(cases)('%s', async (_, range, part, expected) => {
    const { cards } = room.read.sandbox;
    const page = { limit: 9, ...part() };
    const many = await cards.transactions(['k0', 'k1'], range as typeof any, page, 99);
    expect([...(many ?? [])].map(([id, rows]) => [id, names(rows)])).toEqual([
      ['k0', []],
      ['k1', expected],
    ]);
  });

  it('by offset, one, and many up to a bound', async () => {
    const { cards } = room.read.sandbox;
    const byOffset = await cards.transactions(['k1'], any, { limit: 2, offset: 1 }, 2);
    expect(names(byOffset?.get('k1'))).toEqual(['d', 'b']);
    const one = { item: item('c', '2024-03-04'), sequence: keys.get('c') };
    expect(await cards.transaction(ours, 'k1', 'c')).toEqual(one);
    expect((await cards.transactions(['k1'], any, { limit: 9 }, 9))?.get('k1')?.at(-1)).toEqual(one);
    expect(await cards.transaction(theirs, 'k1', 'c')).toBeNull();
    expect(await cards.transaction(ours, 'k2', 'c')).toBeNull();
    expect(await cards.transactions(['k1', 'k2'], any, { limit: 9 }, 6)).not.toBeNull();
    expect(await cards.transactions(['k1', 'k2'], any, { limit: 9 }, 5)).toBeNull();
    expect(
      await cards.countTransactions(['k1', 'k2', 'k0'], { fromDate: '2024-03-05', toDate: '2024-03-05' }, 9),
    ).toEqual(
      new Map([
        ['k1', 3],
        ['k2', 1],
        ['k0', 0],
      ]),
    );
    expect((await cards.countTransactions(['k1'], any, 4)).get('k1')).toBe(4);
  });

  it('that exist already are named, in the order of the request', async () => {
    expect(await store('k2', item('z', '2024-03-05'), item('a', '2024-03-05'))).toEqual(['a']);
  });
});
