import { beforeAll, describe, expect, it } from 'vitest';
import { countOfPayments, pageOfPayments } from '../../src/db/stores/payments/payment-pages.ts';
import { createRequestStore } from '../../src/db/stores/requests.ts';
import { newestFirst } from '../../src/operations/payments/ports.ts';
import { countedAtMost, type Page } from '../../src/operations/ports/page.ts';
import type { PaymentFilter, PaymentKey, PaymentOrder } from '../../src/operations/ports/stores.ts';
import type { Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { buffersOf, createdAtOf, fillPayments, vacuumPayments } from '../support/many-payments.ts';
import { rounds } from '../support/nightly.ts';
import { create, productOf } from '../support/payments.ts';
import { domesticPath, newBasket, newPayment } from '../support/story.ts';

const bank = await bankOfFile();

const listQuery = `query L($filter: PaymentFilter, $first: Int, $after: String, $last: Int, $before: String) {
  payments(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { id paymentId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

interface List {
  readonly ids: string[];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

async function list(tpp: Tpp, variables: Record<string, unknown>): Promise<List> {
  const { data, text } = await tpp.graphqlRaw(listQuery, variables);
  if (!data) throw new Error(text);
  const { edges, pageInfo } = data.payments;
  return { ids: edges.map((edge: { node: { paymentId: string } }) => edge.node.paymentId), pageInfo };
}

const several = async (tpp: Tpp, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    // Ids sort by the millisecond; within one their order is random.
    bank.time.now += 1;
    ids.push(await newPayment(tpp));
  }
  return ids;
};

describe('paging', () => {
  it('25 payments while others arrive: no duplicates, no gaps, newest first', async () => {
    const tpp = bank.tpp('PSDNO-FSA-PAGES');
    const made = await several(tpp, 25);
    const seen: string[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const page: List = await list(tpp, { first: 7, after });
      seen.push(...page.ids);
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
      await several(tpp, 2);
    }
    expect(seen).toEqual([...made].reverse());
  });

  it('from the end with last and before, while others arrive', async () => {
    const tpp = bank.tpp('PSDNO-FSA-BACK');
    const made = (await several(tpp, 12)).reverse();
    const end = await list(tpp, { last: 5 });
    expect([end.ids, end.pageInfo.hasPreviousPage, end.pageInfo.hasNextPage]).toEqual([
      made.slice(7),
      true,
      false,
    ]);
    await several(tpp, 2);
    const before = await list(tpp, { last: 5, before: end.pageInfo.startCursor });
    expect([before.ids, before.pageInfo.hasPreviousPage, before.pageInfo.hasNextPage]).toEqual([
      made.slice(2, 7),
      true,
      true,
    ]);
  });

  it('a page up to a cursor has a next page, and a cut page too', async () => {
    const tpp = bank.tpp('PSDNO-FSA-UPTO');
    const made = (await several(tpp, 10)).reverse();
    const { edges } = (await tpp.graphqlRaw(listQuery, { first: 10 })).data.payments;
    const [after, before] = [edges[0].cursor, edges[4].cursor];
    for (const [variables, ids, hasPreviousPage, hasNextPage] of [
      [{ before }, made.slice(0, 4), false, true],
      [{ after, before }, made.slice(1, 4), true, true],
      [{ first: 4, before }, made.slice(0, 4), false, false],
      [{ first: 2, before }, made.slice(0, 2), false, true],
      [{ after }, made.slice(1), true, false],
    ] as const)
      expect(await list(tpp, variables)).toMatchObject({ ids, pageInfo: { hasPreviousPage, hasNextPage } });
  });

  it.each([
    ['after', 'nonsense'],
    ['after', ''],
    ['before', '%%%'],
    ['before', Buffer.from("x' or 1=1").toString('base64url')],
  ])('FORMAT_ERROR: %s %j is not a cursor', async (argument, value) => {
    const { json } = await bank.tpp().graphqlRaw(listQuery, { [argument]: value });
    expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: argument });
  });
});

describe('a cursor that names no place of the list is a FORMAT_ERROR, never a database query', () => {
  const id = '0190a0a0-0000-7000-8000-000000000000';
  const day = `(bookingStatus: both, after: $after) { edges { cursor } }`;
  it.each([
    ['payments', '{ payments(after: $after) { edges { cursor } } }', `99999999999999999 ${id}`],
    ['payments', '{ payments(after: $after) { edges { cursor } } }', id],
    ['signing baskets', '{ signingBaskets(after: $after) { edges { cursor } } }', `${id} 1`],
    ['card transactions', `{ sandboxCardAccounts { nodes { transactions${day} } } }`, '2026-02-30 5'],
    [
      'card transactions',
      `{ sandboxCardAccounts { nodes { transactions${day} } } }`,
      '2026-02-03 99999999999999999999',
    ],
    [
      'account transactions',
      '{ sandboxAccounts { nodes { transactions(after: $after) { edges { cursor } } } } }',
      `2026-13-01 ${id} 0`,
    ],
    [
      'account transactions',
      '{ sandboxAccounts { nodes { transactions(after: $after) { edges { cursor } } } } }',
      `2026-12-01 ${id} 99999999999`,
    ],
  ])('%s: %s %s', async (_, selection, place) => {
    const after = Buffer.from(place).toString('base64url');
    const { json, text } = await bank.tpp().graphqlRaw(`query($after: String) ${selection}`, { after });
    expect(json.errors?.[0].extensions, text).toMatchObject({ code: 'FORMAT_ERROR', path: 'after' });
  });
});

describe('filters', () => {
  let tpp: Tpp;
  const ids: Record<string, string> = {};
  let middle = 0;
  beforeAll(async () => {
    tpp = bank.tpp('PSDNO-FSA-FILTER');
    const make = async (name: string, changes: Record<string, unknown>) => {
      ids[name] = await newPayment(tpp, changes);
    };
    const sum = (amount: string) => ({ instructedAmount: { amount, currency: 'NOK' } });
    await make('small', { ...sum('9.99'), remittanceInformationUnstructured: 'rent 100% paid' });
    await make('middle', { ...sum('100.00'), remittanceInformationUnstructured: 'rent a_b' });
    bank.time.now += 60_000;
    middle = bank.time.now;
    bank.time.now += 60_000;
    await make('large', { ...sum('1000.00'), remittanceInformationUnstructured: 'rent axb 1000 paid' });
    const instant = productOf('INDCTS');
    ids.instant = (
      await create(tpp, instant, { ...(instant.example as object), creditorName: 'Åse Ødegård' })
    ).json.paymentId;
    const cancelled = await newPayment(tpp, { remittanceInformationUnstructured: 'back\\slash' });
    ids.cancelled = cancelled;
    await tpp.rest('DELETE', `${domesticPath}/${cancelled}`);
  });

  const named = async (filter: object) =>
    (await list(tpp, { filter })).ids.map((id) => Object.keys(ids).find((name) => ids[name] === id)).sort();

  it('status', async () => {
    expect(await named({ statuses: ['CANC'] })).toEqual(['cancelled']);
    expect(await named({ statuses: ['CANC', 'RCVD'] })).toHaveLength(5);
    expect(await named({ statuses: ['ACSC'] })).toEqual([]);
  });
  it('product', async () => expect(await named({ products: ['INDCTS'] })).toEqual(['instant']));
  it('time of creation', async () => {
    const at = new Date(middle).toISOString();
    expect(await named({ createdTo: at })).toEqual(['middle', 'small']);
    expect(await named({ createdFrom: at })).toEqual(['cancelled', 'instant', 'large']);
  });
  it('amount, both ends included, with currency', async () => {
    const range = { amountFrom: '9.99', amountTo: '100', currency: 'NOK' };
    expect(await named({ ...range, text: 'rent' })).toEqual(['middle', 'small']);
    expect(await named({ ...range, amountFrom: '10', text: 'rent' })).toEqual(['middle']);
    expect(await named({ ...range, currency: 'EUR' })).toEqual([]);
  });
  it.each([
    ['100%', ['small']],
    ['a_b', ['middle']],
    ['%', ['small']],
    ['_', ['middle']],
    ['\\', ['cancelled']],
    ['ÅSE ødeG', ['instant']],
    ['RENT', ['large', 'middle', 'small']],
  ])('text %j, taken literally', async (text, expected) => expect(await named({ text })).toEqual(expected));
  it('the identifier', async () => expect(await named({ text: ids.small })).toEqual(['small']));
  it('part of any structured reference', async () => {
    const other = bank.tpp('PSDNO-FSA-REFERENCE');
    const withReference = (remittance: object) =>
      newPayment(other, { remittanceInformationUnstructured: undefined, ...remittance });
    const reference = '1234567897';
    const single = await withReference({ remittanceInformationStructured: { reference } });
    const listed = await withReference({
      remittanceInformationStructuredArray: [{ reference: '26' }, { reference }],
    });
    await withReference({ remittanceInformationStructuredArray: [{ reference: '26' }] });
    expect((await list(other, { filter: { text: '3456' } })).ids.sort()).toEqual([single, listed].sort());
  });
  it('creditor and remittance of each entry of a bulk payment', async () => {
    const other = bank.tpp('PSDNO-FSA-ENTRIES');
    const bulk = productOf('BULK_NDCT');
    const [entry, ...others] = bulk.example.payments as object[];
    const transfers = [
      { creditorName: 'Åse Ødegård', remittanceInformationUnstructured: 'salary' },
      {
        creditorName: 'Per Hansen',
        remittanceInformationUnstructured: undefined,
        remittanceInformationStructuredArray: [{ reference: '1234567897' }],
      },
    ];
    const payments = [...transfers.map((fields) => ({ ...entry, ...fields })), ...others];
    const { paymentId } = (await create(other, bulk, { ...bulk.example, payments })).json;
    const idsWith = async (text: string) => (await list(other, { filter: { text } })).ids;
    for (const text of ['ødegå', 'SALARY', 'per han', '3456'])
      expect([text, await idsWith(text)]).toEqual([text, [paymentId]]);
    expect(await idsWith('86011117947')).toEqual([]);
  });
});

describe('orderBy', () => {
  let tpp: Tpp;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    tpp = bank.tpp('PSDNO-FSA-ORDER');
    for (const [name, amount] of Object.entries({ a: '100.00', b: '9.99', c: '100.00', d: '20000.00' })) {
      bank.time.now += 1;
      ids[name] = await newPayment(tpp, { instructedAmount: { amount, currency: 'NOK' } });
    }
  });
  const ordered = `query L($orderBy: PaymentOrder, $first: Int, $after: String, $last: Int, $before: String) {
    payments(orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes { paymentId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  type Ordered = Pick<List, 'pageInfo'> & { nodes: { paymentId: string }[] };
  const ask = async (variables: Record<string, unknown>) => (await tpp.graphqlRaw(ordered, variables)).json;
  const names = (nodes: Ordered['nodes']) =>
    nodes.map(({ paymentId }) => Object.keys(ids).find((name) => ids[name] === paymentId)).join('');
  const inOrder: readonly (readonly [Record<string, string> | null, string])[] = [
    [null, 'dcba'],
    [{ field: 'CREATED_AT', direction: 'DESC' }, 'dcba'],
    [{ field: 'CREATED_AT', direction: 'ASC' }, 'abcd'],
    [{ field: 'AMOUNT', direction: 'DESC' }, 'dcab'],
    [{ field: 'AMOUNT', direction: 'ASC' }, 'bacd'],
  ];
  it.each(inOrder)('%j gives %s, forwards and backwards, page by page', async (orderBy, expected) => {
    let forwards = '';
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo }: Ordered = (await ask({ orderBy, first: 1, after })).data.payments;
      forwards += names(nodes);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    let backwards = '';
    for (let before: string | null = null; ; ) {
      const { nodes, pageInfo }: Ordered = (await ask({ orderBy, last: 3, before })).data.payments;
      backwards = names(nodes) + backwards;
      if (!pageInfo.hasPreviousPage) break;
      before = pageInfo.startCursor;
    }
    expect([forwards, backwards]).toEqual([expected, expected]);
  });
  it('a bulk payment in several currencies sorts as zero', async () => {
    await bank.sql`update payments set amount = null, currency = null where payment_id = ${ids.c ?? ''}`;
    const orderBy = { field: 'AMOUNT', direction: 'ASC' };
    const first = (await ask({ orderBy, first: 1 })).data.payments;
    expect(names(first.nodes)).toBe('c');
    const { payments } = (await ask({ orderBy, first: 9, after: first.pageInfo.endCursor })).data;
    expect(names(payments.nodes)).toBe('bad');
  });
  it('FORMAT_ERROR: a cursor of the other order', async () => {
    const { payments } = (await ask({ first: 1 })).data;
    const { errors } = await ask({
      orderBy: { field: 'AMOUNT', direction: 'ASC' },
      after: payments.pageInfo.endCursor,
    });
    expect(errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'after' });
  });
});

describe("another TPP's", () => {
  it('payments are never shown, by list, cursor or node', async () => {
    const [mine, other] = [bank.tpp('PSDNO-FSA-MINE'), bank.tpp('PSDNO-FSA-OTHER')];
    const [a, b] = [await newPayment(mine), await newPayment(other)];
    expect([(await list(mine, { first: 9 })).ids, (await list(other, { first: 9 })).ids]).toEqual([[a], [b]]);
    const later = Buffer.from(`${Date.now() * 2} ffffffff-ffff-7fff-bfff-ffffffffffff`).toString('base64url');
    expect((await list(other, { first: 9, after: later })).ids).toEqual([b]);
    expect((await list(other, { filter: { text: a } })).ids).toEqual([]);
  });

  it('nodes are null; the own nodes are found', async () => {
    const [mine, other] = [bank.tpp('PSDNO-FSA-NODE1'), bank.tpp('PSDNO-FSA-NODE2')];
    const paymentId = await newPayment(mine);
    await newBasket(mine, [paymentId, await newPayment(mine)]);
    const found = await mine.graphqlRaw(
      `{ payments { edges { node { id } } } sandboxCustomers { nodes { id } } signingBaskets { edges { node { id basketId payments { paymentId } } } } }`,
    );
    expect(found.json.errors, found.text).toBeUndefined();
    expect(found.data.signingBaskets.edges).toHaveLength(1);
    const globalIds: string[] = [
      found.data.payments.edges[0].node.id,
      found.data.signingBaskets.edges[0].node.id,
      ...found.data.sandboxCustomers.nodes.map(({ id }: { id: string }) => id).slice(0, 1),
    ];
    expect(globalIds).toHaveLength(3);
    for (const id of globalIds) {
      const query = 'query($id: ID!) { node(id: $id) { id __typename } }';
      expect((await mine.graphqlRaw(query, { id })).data.node?.id, id).toBe(id);
      expect((await other.graphqlRaw(query, { id })).data, id).toEqual({ node: null });
    }
    expect(
      (await other.graphqlRaw('{ signingBaskets { edges { cursor } } }')).data.signingBaskets.edges,
    ).toEqual([]);
  });
});

describe('a page costs the same for any length of the list', () => {
  const few = 'PSDNO-FSA-FEW';
  const bounded = 'PSDNO-FSA-BOUND';
  const many = 'PSDNO-FSA-MANY';
  const sizes: Readonly<Record<string, number>> = {
    [few]: 1_000,
    [bounded]: countedAtMost,
    [many]: rounds(12_000, 1_000_000),
  };
  beforeAll(async () => {
    for (const [tppId, count] of Object.entries(sizes)) await fillPayments(bank, tppId, count);
    await vacuumPayments(bank);
  }, 120_000);

  const page = { limit: 101, fromEnd: false };
  const cost = (
    tppId: string,
    wanted: Partial<Page<PaymentKey>>,
    filter: PaymentFilter = {},
    order: PaymentOrder = newestFirst,
  ) =>
    buffersOf(bank, (session) =>
      pageOfPayments(session, tppId, filter, { ...page, ...wanted }, { order, withInstructions: true }),
    );
  const middleOf = (tppId: string) => createdAtOf(Math.floor((sizes[tppId] ?? 0) / 2));
  const placeIn = (tppId: string) => ({ value: middleOf(tppId), paymentId: '0' });

  it.each<[string, (tppId: string) => [Partial<Page<PaymentKey>>, PaymentFilter?, PaymentOrder?]]>([
    ['the first page', () => [{}]],
    ['the last page', () => [{ fromEnd: true }]],
    ['a page in the middle', (tppId) => [{ after: placeIn(tppId) }]],
    ['before the middle', (tppId) => [{ before: placeIn(tppId), fromEnd: true }]],
    ['the oldest', () => [{}, {}, { by: 'CREATED_AT', ascending: true }]],
    ['the largest', () => [{}, {}, { by: 'AMOUNT', ascending: false }]],
    [
      'the smallest after one',
      () => [{ after: { value: '500.00000', paymentId: '0' } }, {}, { by: 'AMOUNT', ascending: true }],
    ],
    ['up to a date', (tppId) => [{}, { createdTo: middleOf(tppId) }]],
    ['the last since a date', (tppId) => [{ fromEnd: true }, { createdFrom: middleOf(tppId) }]],
    ['of a status', () => [{}, { statuses: ['RCVD'] }]],
    [
      'of a status and a product in the middle',
      (tppId) => [{ after: placeIn(tppId) }, { statuses: ['RCVD'], products: ['NDCT'] }],
    ],
  ])('%s', async (_, at) => {
    const small = await cost(few, ...at(few));
    const large = await cost(many, ...at(many));
    expect(large, `${large} buffers against ${small}`).toBeLessThanOrEqual(small * 2 + 10);
  });

  it.each<[string, PaymentFilter]>([
    ['all', {}],
    ['a status', { statuses: ['RCVD'] }],
    ['a product', { products: ['NDCT'] }],
    ['since an amount', { amountFrom: '1' }],
  ])('counting %s costs the same as in a list as long as the bound', async (_, filter) => {
    const count = (tppId: string) =>
      buffersOf(bank, (session) => countOfPayments(session, tppId, filter, countedAtMost + 1));
    const [small, large] = [await count(bounded), await count(many)];
    expect(large, `${large} buffers against ${small}`).toBeLessThanOrEqual(small * 2 + 10);
  });

  it('looking for expired responses costs the same, without statistics of the table', async () => {
    const look = () =>
      buffersOf(bank, (session) => createRequestStore(session).deleteOld(Date.parse('2020-01-01'), 1_000));
    const fill = (from: number, to: number) => bank.sql`
      insert into request_answers (tpp_id, request_id, fingerprint, body, created_at)
      select ${few}, n::text, 'f', convert_to(repeat('x', 1000), 'UTF8'), '2024-01-01'::timestamptz + n * interval '1 s' from generate_series(${from}::int, ${to}::int) as n`;
    await bank.sql.unsafe('truncate request_answers');
    await fill(1, 100);
    const small = await look();
    await fill(101, 10_000);
    const large = await look();
    expect(large, `${large} buffers against ${small}`).toBeLessThanOrEqual(small + 10);
  });

  it('totalCount is exact up to its bound, and one more beyond it', async () => {
    const total = async (tppId: string) =>
      (await bank.tpp(tppId).graphqlRaw('{ payments(first: 1) { totalCount } }')).data.payments.totalCount;
    expect([await total(few), await total(bounded), await total(many)]).toEqual([1_000, 10_000, 10_001]);
  });

  it.each<[string, PaymentFilter]>([
    ['status', { statuses: ['CANC'] }],
    ['two statuses', { statuses: ['CANC', 'RJCT'] }],
    ['product', { products: ['SCT'] }],
    ['two products', { products: ['SCT', 'INDCTS'] }],
    ['product of a usual status', { statuses: ['RCVD'], products: ['SCT'] }],
    ['status of a usual product', { statuses: ['CANC'], products: ['NDCT'] }],
    ['least amount', { amountTo: '5' }],
    ['amount', { amountFrom: '77', amountTo: '78' }],
    ['identifier', { text: '00000fff-0000-7000-8000-000000000000' }],
  ])('a filter by %s with few matches does not read a list to its end', async (_, filter) => {
    const matches = (sizes[many] ?? 0) / 10_000;
    expect(await cost(many, {}, filter)).toBeLessThan(30 + 2 * matches);
  });

  it.each<[string, PaymentFilter]>([
    ['product', { products: ['SCT'] }],
    ['status', { statuses: ['CANC'] }],
  ])('nor does a filter by a %s that the statistics lack', async (_, filter) => {
    const { sql } = bank;
    await sql`update payments set product = 'NDCT', status = 'RCVD' where product <> 'NDCT' or status <> 'RCVD'`;
    await vacuumPayments(bank);
    expect(await cost(many, {}, filter)).toBeLessThan(30);
  });
});
