import { beforeAll, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { fillSandbox, none } from '../support/full-sandbox.ts';

const tppId = 'PSDNO-FSA-FULL';
const bank = await bankOfFile();
const tpp = bank.tpp(tppId);
beforeAll(async () => {
  await tpp.rest('GET', '/v1/sandbox/customers');
  await fillSandbox(bank, tppId, { ...none, singles: 10, customers: 1_100, transactions: 1_200 });
  // One of the customers has everything.
  await bank.sql`
    insert into sandbox_accounts (resource_id, tpp_id, customer_id, account_name, bban, account_key, currency, created_at)
    select 'more' || n, ${tppId}::text, '00000001-0004', 'a', 'm' || n, 'bban:more' || n, 'NOK', now() from generate_series(1, 1500) n`;
  await bank.sql`
    insert into sandbox_agreements (agreement_id, tpp_id, owner_id, name, created_at)
    select 'more' || n, ${tppId}::text, '00000001-0004', 'a', now() from generate_series(1, 1500) n`;
}, 60_000);

it.each(['customers', 'accounts', 'card-accounts', 'agreements'])('%s', async (name) => {
  const path = `/v1/sandbox/${name}`;
  const first = await tpp.rest('GET', path);
  expect(first.json).toHaveLength(1_000);
  const link = first.headers.get('link') ?? '';
  expect(link).toBe(`<${path}?offset=1000>; rel="next"`);
  const second = await tpp.rest('GET', /<(.+)>/.exec(link)?.[1] ?? '');
  const ids = [...first.json, ...second.json].map((one) => one.resourceId ?? one.customerId ?? one.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(1_100);
  const some = await tpp.rest('GET', `${path}?offset=3&limit=2`);
  expect(some.json).toEqual(first.json.slice(3, 5));
  expect(some.headers.has('link')).toBe(false);
  const long = await tpp.rest('GET', `${path}?offset=2&limit=1050`);
  expect(long.json).toEqual([...first.json.slice(2), ...second.json.slice(0, 2)]);
  expect(long.headers.get('link')).toBe(`<${path}?offset=1002&limit=50>; rel="next"`);
  const refused = await tpp.rest('GET', `${path}?limit=0&offset=-1`);
  expect([refused.status, ...refused.json.tppMessages.map((one: { path: string }) => one.path)]).toEqual([
    400,
    'offset',
    'limit',
  ]);
});

it('the data of one customer, at both doors', async () => {
  const { json } = await tpp.rest('GET', '/v1/sandbox/customers/00000001-0004');
  expect(json.accounts).toHaveLength(1_000);
  expect(json.agreements).toHaveLength(100);
  const query =
    '{ sandboxCustomer(customerId: "00000001-0004") { accounts { resourceId } agreements { id } } sandboxCustomers(first: 2) { nodes { customerId } } }';
  const { data } = await tpp.graphqlRaw(query);
  expect(data.sandboxCustomer.accounts.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual(
    json.accounts,
  );
  expect(data.sandboxCustomer.agreements).toHaveLength(100);
});

it('lists of the other door', async () => {
  const { data } = await tpp.graphqlRaw(
    `{ sandboxCustomers { nodes { customerId } } sandboxAccounts(first: 100) { nodes { resourceId } }
      sandboxCardAccounts(last: 100) { nodes { resourceId } } sandboxAgreements { nodes { id } } }`,
  );
  expect(Object.values(data).map((list) => (list as { nodes: unknown[] }).nodes.length)).toEqual([
    25, 100, 100, 25,
  ]);
  const { json } = await tpp.graphqlRaw('{ sandboxCustomers(first: 101) { nodes { customerId } } }');
  expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'first' });
});

it('transactions of accounts and card accounts', async () => {
  const account = await tpp.rest('GET', '/v1/sandbox/accounts/00000001-0006/transactions');
  expect(account.json.transactions.booked).toHaveLength(1_000);
  expect(account.json.tppMessages[0].text).toContain('offset=1000');
  const card = await tpp.rest(
    'GET',
    '/v1/sandbox/card-accounts/00000001-0007/transactions?bookingStatus=both',
  );
  expect(card.json.cardTransactions.booked).toHaveLength(1_000);
  expect(card.json.tppMessages[0].text).toContain('offset=1000');
});
