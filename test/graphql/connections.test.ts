/** Every connection is walked to its ends by its cursors: each row once, in one order, for any page size. */
import { randomUUID } from 'node:crypto';
import { buildSchema, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUnitOfWork } from '../../src/db/unit-of-work.ts';
import type { Movement } from '../../src/domain/bank/posting.ts';
import { printWholeSchema } from '../../src/graphql/schema/schema.ts';
import { cardAccountBody, cardItem } from '../sandbox/support/bodies.ts';
import { newCardAccount } from '../sandbox/support/resources.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { newBasket, newPayment } from '../support/story.ts';

const tppId = 'PSDNO-FSA-WALK';
const olaNumber = '13039319955';

const bank = await bankOfFile();
const tpp = bank.tpp(tppId);
const expected: Record<string, readonly string[]> = {};
let accountId: string;
let cardId: string;

beforeAll(async () => {
  expected.PaymentConnection = (await makePayments()).reverse();
  expected.SigningBasketConnection = await makeBaskets();
  expected.AccountTransactionConnection = await makeEntries();
  expected.CardTransactionConnection = await makeCardTransactions();
  expected.LoggedRequestConnection = await makeRequests();
  // A read by REST would be one more request in the log.
  const { data } = await tpp.graphqlRaw('{ sandboxAgreements(first: 100) { nodes { id } } }');
  expected.SandboxAgreementConnection = data.sandboxAgreements.nodes.map(({ id }: { id: string }) => id);
  await tpp.rest('POST', '/v1/sandbox/card-accounts', {
    body: { ...cardAccountBody(olaNumber), maskedPan: '492500xxxxxx9999' },
  });
  expected.SandboxCustomerConnection = await idsOf('customers', 'customerId');
  expected.SandboxAccountConnection = await idsOf('accounts', 'resourceId');
  expected.SandboxCardAccountConnection = await idsOf('card-accounts', 'resourceId');
});

/** The ids of a list of the sandbox, oldest first. */
const idsOf = async (list: string, id: string): Promise<string[]> =>
  (await tpp.rest('GET', `/v1/sandbox/${list}`)).json.map((one: Record<string, string>) => one[id]);

async function makePayments(): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    bank.time.now += 1;
    ids.push(await newPayment(tpp));
  }
  // Two payments of the same moment differ by their ids.
  const [, , third, fourth] = ids;
  await bank.sql`update payments set created_at = (select created_at from payments where payment_id = ${fourth ?? ''}) where payment_id = ${third ?? ''}`;
  return ids;
}

async function makeBaskets(): Promise<string[]> {
  const made: string[] = [];
  for (const id of expected.PaymentConnection?.slice(0, 5) ?? []) {
    bank.time.now += 1;
    made.push(await newBasket(tpp, [id]));
  }
  return made.reverse();
}

/** Entries on several days, several on one day, and several of one posting. */
async function makeEntries(): Promise<string[]> {
  const [first] = (await tpp.rest('GET', '/v1/sandbox/accounts')).json;
  accountId = first.resourceId;
  const work = createUnitOfWork(bank.database).of(tppId);
  const paid = (amountMinor: bigint): Movement => ({
    from: accountId,
    to: null,
    currency: 'NOK',
    amountMinor,
    details: {},
  });
  const made: [string, string, number][] = [];
  for (const bookingDate of ['2024-01-02', '2024-01-01', '2024-01-02', '2024-01-03']) {
    const postingId = randomUUID();
    const movements = [paid(1n), paid(2n)];
    const posting = {
      postingId,
      tppId,
      kind: 'PAYMENT',
      paymentId: randomUUID(),
      transferNumber: 0,
      at: 0,
    } as const;
    await work.transaction(({ ledger }) => ledger.post([{ ...posting, bookingDate, movements }]));
    made.push([bookingDate, postingId, 0], [bookingDate, postingId, 2]);
  }
  const key = ([day, id, position]: [string, string, number]) => `${day} ${id} ${position}`;
  return made.sort((one, other) => (key(one) < key(other) ? 1 : -1)).map(([, id, place]) => `${id}-${place}`);
}

/** Transactions on several days: within a request the first item comes first, a later request before an earlier one. */
async function makeCardTransactions(): Promise<string[]> {
  cardId = (await newCardAccount(tpp, olaNumber)).resourceId;
  const path = `/v1/sandbox/card-accounts/${cardId}/transactions`;
  const items = (ids: string, day: string) => [...ids].map((id) => cardItem(id, day));
  await tpp.rest('POST', path, { body: [...items('fg', '2024-03-04'), ...items('hi', '2024-03-01')] });
  await tpp.rest('POST', path, { body: [...items('de', '2024-03-04'), ...items('abc', '2024-03-05')] });
  return [...'abcdefghi'];
}

/** Requests, several of them in the same millisecond. */
async function makeRequests(): Promise<string[]> {
  const ids = Array.from({ length: 7 }, () => randomUUID());
  for (const [at, requestId] of ids.entries()) {
    if (at % 3 === 0) bank.time.now += 1;
    await tpp.rest('GET', '/v1/sandbox/agreements', { requestId });
  }
  return ids.reverse();
}

interface Walk {
  readonly field: string;
  readonly node: string;
  readonly wrap?: (inner: string) => string;
  readonly args?: string;
}

const walks: Readonly<Record<string, () => Walk>> = {
  PaymentConnection: () => ({ field: 'payments', node: 'paymentId' }),
  SigningBasketConnection: () => ({ field: 'signingBaskets', node: 'basketId' }),
  AccountTransactionConnection: () => ({
    field: 'transactions',
    node: 'transactionId',
    wrap: (inner) => `sandboxAccount(resourceId: "${accountId}") { ${inner} }`,
  }),
  CardTransactionConnection: () => ({
    field: 'transactions',
    node: 'cardTransactionId',
    wrap: (inner) => `sandboxCardAccount(resourceId: "${cardId}") { ${inner} }`,
    args: 'bookingStatus: both',
  }),
  LoggedRequestConnection: () => ({
    field: 'requestLog',
    node: 'xRequestId',
    args: 'filter: { path: "/v1/sandbox/agreements" }',
  }),
  SandboxCustomerConnection: () => ({ field: 'sandboxCustomers', node: 'customerId' }),
  SandboxAccountConnection: () => ({ field: 'sandboxAccounts', node: 'resourceId' }),
  SandboxCardAccountConnection: () => ({ field: 'sandboxCardAccounts', node: 'resourceId' }),
  SandboxAgreementConnection: () => ({ field: 'sandboxAgreements', node: 'id' }),
};

interface Page {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

async function page(connection: string, args: Readonly<Record<string, unknown>>): Promise<Page> {
  const walk = walks[connection]?.();
  if (walk === undefined) throw new Error(`no way through ${connection}`);
  const { field, node, wrap = (inner) => inner } = walk;
  const written = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (walk.args) written.push(walk.args);
  const inner = `${field}(${written.join(', ')}) {
    totalCount nodes { ${node} } edges { cursor node { ${node} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const { data, text } = await tpp.graphqlRaw(`{ ${wrap(inner)} }`);
  if (!data) throw new Error(text);
  const found = wrap(inner) === inner ? data[field] : Object.values<Record<string, never>>(data)[0]?.[field];
  const ids = found.edges.map((edge: { node: Record<string, string> }) => edge.node[node]);
  // For any page size: the same nodes, and the length of the whole list.
  expect(found.nodes.map((one: Record<string, string>) => one[node])).toEqual(ids);
  expect(found.totalCount).toBe(expected[connection]?.length);
  return {
    ids,
    cursors: found.edges.map((edge: { cursor: string }) => edge.cursor),
    pageInfo: found.pageInfo,
  };
}

describe.each(Object.keys(walks))('%s', (connection) => {
  const all = () => expected[connection] ?? [];

  it.each([1, 3, 100])('forwards by %i', async (first) => {
    const seen: string[] = [];
    for (let after: unknown; ; ) {
      const { ids, cursors, pageInfo } = await page(connection, { first, ...(after ? { after } : {}) });
      seen.push(...ids);
      expect(pageInfo).toEqual({
        hasNextPage: seen.length < all().length,
        hasPreviousPage: after !== undefined,
        startCursor: cursors[0],
        endCursor: cursors.at(-1),
      });
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(all());
  });

  it.each([1, 3])('backwards by %i', async (last) => {
    const seen: string[] = [];
    for (let before: unknown; ; ) {
      const { ids, pageInfo } = await page(connection, { last, ...(before ? { before } : {}) });
      seen.unshift(...ids);
      expect(pageInfo).toMatchObject({
        hasNextPage: before !== undefined,
        hasPreviousPage: seen.length < all().length,
      });
      if (!pageInfo.hasPreviousPage) break;
      before = pageInfo.startCursor;
    }
    expect(seen).toEqual(all());
  });

  it('between two cursors, from either end', async () => {
    const { cursors } = await page(connection, { first: 100 });
    const between = { after: cursors[0], before: cursors.at(-1) };
    expect((await page(connection, { first: 100, ...between })).ids).toEqual(all().slice(1, -1));
    expect((await page(connection, { first: 2, ...between })).ids).toEqual(all().slice(1, 3));
    expect((await page(connection, { last: 2, ...between })).ids).toEqual(all().slice(-3, -1));
  });
});

it('every connection of the schema is walked', async () => {
  const schema = buildSchema(await printWholeSchema());
  const names = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && type.name.endsWith('Connection'))
    .map(({ name }) => name);
  expect(Object.keys(walks).sort()).toEqual(names.sort());
});
