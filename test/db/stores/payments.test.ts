import { beforeAll, describe, expect, it } from 'vitest';
import { bankQueueStore } from '../../../src/bank/ports.ts';
import { paymentMove } from '../../../src/domain/payments/status.ts';
import { listedProperties } from '../../../src/operations/payments/ports.ts';
import type { PaymentFilter, PaymentRecord, StatusChange } from '../../../src/operations/ports/stores.ts';
import { basket, minute, ours, payment, shareStoreroom, start, theirs } from '../support/rows.ts';

const room = shareStoreroom();

const idsOf = (rows: readonly { readonly paymentId: string }[]) => rows.map(({ paymentId }) => paymentId);
const insert = (...records: readonly PaymentRecord[]) =>
  room.work.transaction(async ({ payments }) => {
    for (const record of records) await payments.insert(record);
  });

const transfer = (creditorName: string, more: object = {}) => ({
  instructedAmount: { amount: '1.00', currency: 'NOK' },
  creditorName,
  creditorAccount: { bban: '2', currency: 'NOK' },
  ...more,
});
const debtorAccount = { bban: '1', currency: 'NOK' };

describe('a page of payments', () => {
  const uuid = '01a1fd01-98ed-727c-ba58-6612bb9d140a';
  beforeAll(() =>
    insert(
      payment('p2', { createdAt: start + minute, amount: '20.00000', status: 'PDNG' }),
      payment('p1', { createdAt: start, amount: '10.00000', currency: 'EUR' }),
      payment('p4', { createdAt: start + 2 * minute, amount: '40.00000', product: 'SCT' }),
      payment('p3', {
        createdAt: start + 2 * minute,
        amount: '30.00000',
        creditorName: 'Ola 100%_\\',
        instruction: {
          debtorAccount,
          ...transfer('x', {
            remittanceInformationUnstructured: 'Rent of May',
            remittanceInformationStructured: { reference: 'KID77' },
          }),
        },
      }),
      payment(uuid, { createdAt: start + 3 * minute, amount: null, currency: null, creditorName: null }),
      payment('other', { tppId: theirs, createdAt: start + minute }),
    ),
  );
  const page = async (filter: PaymentFilter, part = {}) =>
    idsOf(await room.read.paymentLists.page(ours, filter, { limit: 10, ...part }));

  it('holds the payments of the TPP, newest first, then by id', async () => {
    expect(await page({})).toEqual([uuid, 'p4', 'p3', 'p2', 'p1']);
    expect(await page({}, { fromEnd: true })).toEqual([uuid, 'p4', 'p3', 'p2', 'p1']);
    expect(await page({}, { limit: 2 })).toEqual([uuid, 'p4']);
    expect(await page({}, { limit: 2, fromEnd: true })).toEqual(['p2', 'p1']);
  });

  it('goes on after a place, or before it, without that place', async () => {
    const place = { value: start + 2 * minute, paymentId: 'p3' };
    expect(await page({}, { after: place })).toEqual(['p2', 'p1']);
    expect(await page({}, { before: place })).toEqual([uuid, 'p4']);
    expect(await page({}, { before: place, limit: 1, fromEnd: true })).toEqual(['p4']);
  });

  it('has the requested order, and goes on in it', async () => {
    const inOrder = async (by: 'CREATED_AT' | 'AMOUNT', ascending: boolean, part = {}) =>
      idsOf(
        await room.read.paymentLists.page(ours, {}, { limit: 10, ...part }, { order: { by, ascending } }),
      );
    expect(await inOrder('CREATED_AT', true)).toEqual(['p1', 'p2', 'p3', 'p4', uuid]);
    expect(await inOrder('CREATED_AT', false)).toEqual([uuid, 'p4', 'p3', 'p2', 'p1']);
    expect(await inOrder('AMOUNT', true)).toEqual([uuid, 'p1', 'p2', 'p3', 'p4']);
    expect(await inOrder('AMOUNT', false)).toEqual(['p4', 'p3', 'p2', 'p1', uuid]);
    const [byTime, byAmount] = [
      { value: start + minute, paymentId: 'p2' },
      { value: '20.00000', paymentId: 'p2' },
    ];
    expect(await inOrder('CREATED_AT', true, { after: byTime })).toEqual(['p3', 'p4', uuid]);
    expect(await inOrder('CREATED_AT', true, { before: byTime })).toEqual(['p1']);
    expect(await inOrder('CREATED_AT', true, { after: byTime, limit: 2, fromEnd: true })).toEqual([
      'p4',
      uuid,
    ]);
    expect(await inOrder('AMOUNT', false, { after: byAmount })).toEqual(['p1', uuid]);
    expect(await inOrder('AMOUNT', true, { after: byAmount })).toEqual(['p3', 'p4']);
  });

  it('is counted up to a bound', async () => {
    const count = (filter: PaymentFilter, atMost: number) =>
      room.read.paymentLists.count(ours, filter, atMost);
    expect([await count({}, 9), await count({}, 5), await count({}, 4)]).toEqual([5, 5, 4]);
    expect([await count({ text: 'KARI' }, 9), await count({ statuses: [] }, 9)]).toEqual([3, 0]);
  });

  it.each<[PaymentFilter, string[]]>([
    [{ statuses: ['PDNG'] }, ['p2']],
    [{ statuses: [] }, []],
    [{ products: ['SCT', 'CBCT'] }, ['p4']],
    [{ createdFrom: start + 2 * minute }, [uuid, 'p4', 'p3']],
    [{ createdFrom: start + 2 * minute + 1 }, [uuid]],
    [{ createdTo: start + minute }, ['p2', 'p1']],
    [{ createdTo: start + minute - 1 }, ['p1']],
    [{ amountFrom: '30' }, ['p4', 'p3']],
    [{ amountFrom: '30.00001' }, ['p4']],
    [{ amountTo: '20' }, ['p2', 'p1']],
    [{ amountTo: '19.99999' }, ['p1']],
    [{ currency: 'EUR' }, ['p1']],
    [{ text: 'KARI' }, ['p4', 'p2', 'p1']],
    [{ text: '100%_\\' }, ['p3']],
    [{ text: '0_' }, []],
    [{ text: '%' }, ['p3']],
    [{ text: 'rent of' }, ['p3']],
    [{ text: 'kid7' }, ['p3']],
    [{ text: uuid.toUpperCase() }, [uuid]],
    [{ text: uuid.slice(3) }, [uuid]],
    [{ text: 'P4' }, ['p4']],
  ])('%j', async (filter, expected) => {
    expect(await page(filter)).toEqual(expected);
  });
});

describe('payments', () => {
  it('are found by their TPP alone', async () => {
    await insert(payment('find', { fundsAvailable: true }));
    expect(await room.read.payments.find(ours, 'find')).toMatchObject(
      payment('find', { fundsAvailable: true }),
    );
    expect(await room.read.payments.find(theirs, 'find')).toBeNull();
    expect(await room.read.payments.find(ours, 'nobody')).toBeNull();
    expect(await room.read.payments.head('find')).toEqual({
      paymentId: 'find',
      tppId: ours,
      createdAt: payment('find').createdAt,
      product: 'NDCT',
      status: 'RCVD',
      fundsAvailable: true,
    });
    expect(await room.work.of(theirs).stores.payments.head('find')).toBeNull();
    expect(idsOf(await room.read.paymentLists.findMany(ours, ['find', 'other', 'nobody']))).toEqual(['find']);
  });

  it('of the TPP are locked in the order of their ids', async () => {
    await insert(payment('k2'), payment('k1'), payment('k3', { tppId: theirs }));
    const locked = await room.work.transaction(({ payments }) =>
      payments.lockMany(ours, ['k3', 'k2', 'k1', 'x']),
    );
    expect(idsOf(locked)).toEqual(['k1', 'k2']);
    const one = await room.work.transaction(async ({ payments }) => [
      await payments.lock('k1'),
      await payments.lock('x'),
    ]);
    expect(one).toEqual([expect.objectContaining(payment('k1')), null]);
  });

  it('store new facts of the bank, each fact alone', async () => {
    await insert(payment('a1'), payment('a2'));
    await room.work.transaction(({ payments }) =>
      payments.amend('a1', { debtorName: 'Ola', fundsAvailable: false }),
    );
    expect(await room.read.payments.find(ours, 'a1')).toMatchObject({
      debtorName: 'Ola',
      fundsAvailable: false,
    });
    expect(await room.read.payments.find(ours, 'a2')).toMatchObject(payment('a2'));
  });
});

describe('moves', () => {
  const move = (
    paymentId: string,
    from: 'RCVD' | 'PDNG',
    to: 'PDNG' | 'ACSC' | 'CANC',
    at = start + minute,
  ) => paymentMove('BATCH', { paymentId, from, to, at, reason: `${from} to ${to}` });
  const statusesOf = async (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await room.read.payments.head(id))?.status));

  const movesOf = async (...ids: string[]) => {
    const found = [...(await room.read.paymentLists.statusChangesOf(ids))];
    const change = ({ from, to, at, reason }: StatusChange) => ({ from, to, at, reason });
    return new Map(found.map(([id, changes]) => [id, changes.map(change)]));
  };

  it('start from the present status, and enter the history', async () => {
    await insert(payment('m1'), payment('m2'));
    await room.work.transaction(async ({ payments }) => {
      expect(await payments.move(move('m1', 'RCVD', 'PDNG'))).toBe(true);
      expect(await payments.move(move('m1', 'RCVD', 'CANC'))).toBe(false);
      expect(await payments.move(move('m1', 'PDNG', 'ACSC', start + 2 * minute))).toBe(true);
      expect(await payments.move(move('nobody', 'RCVD', 'CANC'))).toBe(false);
    });
    expect(await statusesOf('m1', 'm2')).toEqual(['ACSC', 'RCVD']);
    expect(await room.read.payments.find(ours, 'm1')).toMatchObject({ updatedAt: start + 2 * minute });
    expect(await movesOf('m2', 'm1', 'nobody')).toEqual(
      new Map([
        ['m2', []],
        [
          'm1',
          [
            { from: 'RCVD', to: 'PDNG', at: start + minute, reason: 'RCVD to PDNG' },
            { from: 'PDNG', to: 'ACSC', at: start + 2 * minute, reason: 'PDNG to ACSC' },
          ],
        ],
        ['nobody', []],
      ]),
    );
    expect(await room.read.paymentLists.statusChangesOf([])).toEqual(new Map());
  });

  it('of many at once are made together, with their facts about cover', async () => {
    await insert(payment('n1'), payment('n2', { fundsAvailable: true }), payment('n3'));
    await room.work.transaction((stores) =>
      stores.get(bankQueueStore).move([
        { ...move('n1', 'RCVD', 'PDNG'), fundsAvailable: false },
        { ...move('n2', 'RCVD', 'PDNG'), fundsAvailable: null },
      ]),
    );
    await room.work.transaction((stores) => stores.get(bankQueueStore).move([]));
    expect(await statusesOf('n1', 'n2', 'n3')).toEqual(['PDNG', 'PDNG', 'RCVD']);
    expect(await room.read.payments.find(ours, 'n1')).toMatchObject({
      fundsAvailable: false,
      updatedAt: start + minute,
    });
    expect(await room.read.payments.find(ours, 'n2')).toMatchObject({ fundsAvailable: true });
    expect((await room.read.paymentLists.statusChangesOf(['n1'])).get('n1')).toHaveLength(1);
    const notMoved = room.work.transaction((stores) =>
      stores.get(bankQueueStore).move([
        { ...move('n3', 'RCVD', 'PDNG'), fundsAvailable: null },
        { ...move('n1', 'RCVD', 'PDNG'), fundsAvailable: null },
      ]),
    );
    await expect(notMoved).rejects.toThrow('does not have the expected status');
    expect(await statusesOf('n3')).toEqual(['RCVD']);
  });

  it('never go back in time, because a seed with such a history is refused', async () => {
    await insert(payment('t1'), payment('t2'));
    const late = start + 2 * minute;
    await room.work.transaction(async (stores) => {
      for (const id of ['t1', 't2']) await stores.payments.move(move(id, 'RCVD', 'PDNG', late));
      await stores.payments.move(move('t1', 'PDNG', 'CANC', start + minute));
      await stores
        .get(bankQueueStore)
        .move([{ ...move('t2', 'PDNG', 'ACSC', start + minute), fundsAvailable: null }]);
    });
    for (const changes of (await movesOf('t1', 't2')).values())
      expect(changes.map(({ at }) => at)).toEqual([late, late]);
    expect(await room.read.payments.find(ours, 't1')).toMatchObject({ updatedAt: late });
    expect(await room.read.payments.find(ours, 't2')).toMatchObject({ updatedAt: late });
  });
});

describe('duplicate payments', () => {
  const releaseAndCheck = (tppId: string, fingerprint: string, since: number) =>
    room.work.transaction(async ({ payments }) => {
      await payments.releaseFingerprint(tppId, fingerprint);
      return payments.hasDuplicate(tppId, fingerprint, since);
    });

  it('do not match those of others, old ones, and those without effect', async () => {
    await insert(payment('d1', { fingerprint: 'f', createdAt: start }));
    expect(await releaseAndCheck(theirs, 'f', start - 1)).toBe(false);
    expect(await releaseAndCheck(ours, 'g', start - 1)).toBe(false);
    expect(await releaseAndCheck(ours, 'f', start)).toBe(false);
    expect(await releaseAndCheck(ours, 'f', start - 1)).toBe(true);
    await insert(payment('d2', { fingerprint: 'f', createdAt: start + minute }));
    expect(await releaseAndCheck(ours, 'f', start)).toBe(true);
    for (const status of ['RJCT', 'CANC']) {
      await room.sql`update payments set status = ${status} where payment_id = 'd2'`;
      expect(await releaseAndCheck(ours, 'f', start)).toBe(false);
      expect(await releaseAndCheck(ours, 'f', start - 1)).toBe(true);
    }
  });

  it('have one latest: a second one that did not see it collides', async () => {
    await insert(payment('e1', { fingerprint: 'h' }));
    await expect(insert(payment('e2', { fingerprint: 'h' }))).rejects.toMatchObject({ with: 'DUPLICATE' });
    await insert(payment('e3', { fingerprint: 'h', tppId: theirs }));
  });
});

describe('parts of bulk payments', () => {
  const entries = ['A', 'B', 'A', 'C'].map((name) => transfer(name));
  beforeAll(() =>
    insert(
      payment('bulk', { product: 'BULK_NDCT', instruction: { debtorAccount, payments: entries } }),
      payment('long', {
        product: 'BULK_NDCT',
        instruction: {
          debtorAccount,
          payments: Array.from({ length: 400 }, (_, n) => transfer(`name ${n} ${Math.sin(n)}`)),
        },
      }),
      payment('bulk of theirs', { tppId: theirs, instruction: { debtorAccount, payments: entries } }),
    ),
  );

  it('are left out of lists when they are long, with the other data that lists do not show', async () => {
    const [long, short] = await Promise.all(
      ['long', 'bulk'].map(async (id) => (await room.read.paymentLists.findMany(ours, [id]))[0]),
    );
    expect(Object.keys(long ?? {}).sort()).toEqual([...listedProperties].sort());
    expect(short?.instruction).toMatchObject({ payments: entries });
    const paged = await room.read.paymentLists.page(ours, {}, { limit: 100 }, { withInstructions: true });
    expect(paged.filter(({ paymentId }) => ['long', 'bulk'].includes(paymentId))).toEqual(
      expect.arrayContaining([long, short]),
    );
  });

  it('are read as heads without the entries', async () => {
    const heads = await room.read.paymentLists.instructionsWithoutEntries(ours, ['bulk', 'bulk of theirs']);
    expect(heads).toEqual(new Map([['bulk', { debtorAccount }]]));
  });

  it('are read as the first names of creditors, each once, in the order of the entries', async () => {
    const names = (atMost: number) =>
      room.read.paymentLists.creditorNames(ours, ['bulk', 'bulk of theirs'], atMost);
    expect(await names(5)).toEqual(new Map([['bulk', ['A', 'B', 'C']]]));
    expect(await names(2)).toEqual(new Map([['bulk', ['A', 'B']]]));
  });

  it('are read as the entries of each range, unless they are too many together', async () => {
    const ranges = [
      { paymentId: 'bulk', offset: 1, limit: 2 },
      { paymentId: 'bulk of theirs', offset: 0, limit: 4 },
      { paymentId: 'bulk', offset: 3, limit: 9 },
      { paymentId: 'bulk', offset: 4, limit: 9 },
    ];
    const found = [[entries[1], entries[2]], [], [entries[3]], []];
    expect(await room.read.paymentLists.transfers(ours, ranges, 3)).toEqual(found);
    expect(await room.read.paymentLists.transfers(ours, ranges, 2)).toBeNull();
  });
});

describe('baskets', () => {
  beforeAll(async () => {
    await insert(
      ...['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map((id) => payment(id)),
      payment('of theirs', { tppId: theirs }),
    );
    await room.work.transaction(async ({ baskets }) => {
      expect(await baskets.insert(basket('basket 2'), ['b3', 'b1', 'b2'])).toBe(true);
      expect(await baskets.insert(basket('basket 1'), ['b5', 'b4'])).toBe(true);
      expect(await baskets.insert(basket('basket of theirs', { tppId: theirs }), ['of theirs'])).toBe(true);
    });
    // The updates move the first rows to the end of the table, so that no read is in order by chance.
    await room.sql`update signing_basket_payments set position = position where position = 0`;
  });

  it('end once: an ended basket does not end again in another way', async () => {
    const close = (state: 'APPROVED' | 'REJECTED' | 'DELETED') =>
      room.work.transaction(({ baskets }) => baskets.close('ended', state));
    await insert(payment('b7'));
    await room.work.transaction(({ baskets }) => baskets.insert(basket('ended'), ['b7']));
    await close('DELETED');
    await close('APPROVED');
    expect(await room.read.baskets.find(ours, 'ended')).toMatchObject({ state: 'DELETED' });
  });

  it('are found by their TPP alone', async () => {
    expect(await room.read.baskets.find(ours, 'basket 1')).toEqual(basket('basket 1'));
    expect(await room.read.baskets.find(theirs, 'basket 1')).toBeNull();
  });

  it('hold their payments in the order of the request, locked or not, alone or with others', async () => {
    const named = ['b3', 'b1', 'b2'];
    expect(idsOf(await room.read.baskets.paymentsOf('basket 2'))).toEqual(named);
    const locked = await room.work.transaction(({ baskets }) => baskets.lockPayments('basket 2'));
    expect(idsOf(locked)).toEqual(named);
    const many = await room.read.baskets.paymentsOfMany(['basket 2', 'basket 1', 'none'], false);
    expect([...many].map(([id, payments]) => [id, idsOf(payments)])).toEqual([
      ['basket 2', named],
      ['basket 1', ['b5', 'b4']],
      ['none', []],
    ]);
  });

  it('are locked without waiting for payments of another', async () => {
    await room.sql.begin(async (tx) => {
      await tx`select 1 from payments where payment_id in ('b4', 'b5', 'of theirs') for update`;
      const locked = await room.work.transaction(({ baskets }) => baskets.lockPayments('basket 2'));
      expect(idsOf(locked)).toEqual(['b3', 'b1', 'b2']);
    });
  });

  it('keep a payment from any other while they are open', async () => {
    const again = () => room.work.transaction(({ baskets }) => baskets.insert(basket('basket 3'), ['b1']));
    const second = room.work.transaction(async ({ baskets }) => {
      if (!(await baskets.insert(basket('basket 3'), ['b4', 'b1']))) throw new Error('taken');
    });
    await expect(second).rejects.toThrow('taken');
    expect(await room.read.baskets.openBasketIdOf('b1')).toBe('basket 2');
    await room.work.transaction(({ baskets }) => baskets.close('basket 2', 'DELETED'));
    expect(await room.read.baskets.openBasketIdOf('b1')).toBeNull();
    expect(await room.read.baskets.openBasketIdOf('b5')).toBe('basket 1');
    expect(await again()).toBe(true);
    expect(await room.read.baskets.openBasketIdOf('b1')).toBe('basket 3');
    expect(await room.read.baskets.find(ours, 'basket 1')).toMatchObject({ state: 'OPEN' });
    expect(await room.read.baskets.find(ours, 'basket 2')).toMatchObject({ state: 'DELETED' });
  });

  it('are listed newest first, without deleted ones', async () => {
    const page = async (part: object) =>
      (await room.read.baskets.page(ours, { limit: 9, ...part })).map(({ basketId }) => basketId);
    await room.work.transaction(({ baskets }) => baskets.insert(basket('basket 4'), ['b6']));
    expect(await page({})).toEqual(['basket 4', 'basket 3', 'basket 1']);
    expect(await page({ limit: 1 })).toEqual(['basket 4']);
    expect(await page({ limit: 2, fromEnd: true })).toEqual(['basket 3', 'basket 1']);
    expect(await page({ after: 'basket 4' })).toEqual(['basket 3', 'basket 1']);
    expect(await page({ before: 'basket 1' })).toEqual(['basket 4', 'basket 3']);
    expect([await room.read.baskets.count(ours, 9), await room.read.baskets.count(ours, 2)]).toEqual([3, 2]);
  });

  it('are found for each payment: the newest one that was not deleted', async () => {
    const of = async () =>
      new Map(
        [...(await room.read.baskets.newestBasketsOf(['b1', 'b2', 'b5', 'none']))].map(([id, one]) => [
          id,
          one.basketId,
        ]),
      );
    expect(await of()).toEqual(
      new Map([
        ['b1', 'basket 3'],
        ['b5', 'basket 1'],
      ]),
    );
    await room.work.transaction(async ({ baskets }) => {
      await baskets.close('basket 3', 'REJECTED');
      await baskets.insert(basket('basket 5'), ['b1']);
    });
    expect((await of()).get('b1')).toBe('basket 5');
    expect((await room.read.baskets.newestBasketsOf(['b5'])).get('b5')).toEqual(basket('basket 1'));
  });
});
