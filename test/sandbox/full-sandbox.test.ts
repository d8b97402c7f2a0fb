import { beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { sandboxBounds } from '../../src/domain/sandbox/bounds.ts';
import { Visitor } from '../sca/visitor.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { domesticPath } from '../support/story.ts';
import { accountBody, cardAccountBody, freshNumber } from './support/bodies.ts';

const tppId = 'PSDNO-FSA-FULL';
const base = '/v1/sandbox';
const person = '13039319955';
const company = '18129215603';
const bank = await bankOfFile();
const tpp = bank.tpp(tppId);
let companyBban: string;
let agreementId: string;

beforeAll(async () => {
  const customers = (await tpp.rest('GET', `${base}/customers`)).json;
  const owner = customers.find((one: { customerNumber: string }) => one.customerNumber === company);
  const accounts = (await tpp.rest('GET', `${base}/accounts`)).json;
  companyBban = accounts.find((one: { resourceId: string }) => owner.accounts.includes(one.resourceId)).bban;
  agreementId = owner.agreements[0].id;
  // Each of these customers has an agreement and an account, and the company is engaged in all of them.
  const numbers = bank.sql`generate_series(1, ${sandboxBounds.customers.atMost}::int) n`;
  await bank.sql`insert into sandbox_customers (customer_id, tpp_id, customer_number, customer_type, customer_name, created_at)
    select 'c' || n, ${tppId}::text, 'n' || n, 'CORPORATE', 'Firm', now() from ${numbers}`;
  await bank.sql`insert into sandbox_agreements (agreement_id, tpp_id, owner_id, name, created_at)
    select 'a' || n, ${tppId}::text, 'c' || n, 'Agreement ' || n, now() from ${numbers}`;
  await bank.sql`insert into sandbox_accounts (resource_id, tpp_id, customer_id, account_name, bban, account_key, currency, created_at)
    select 'r' || n, ${tppId}::text, 'c' || n, 'a', 'b' || n, 'bban:b' || n, 'NOK', now() from ${numbers}`;
  await bank.sql`insert into sandbox_engagements (engagement_id, tpp_id, agreement_id, customer_id, account_id, roles, created_at)
    select 'e' || n, ${tppId}::text, 'a' || n, ${owner.customerId}, 'r' || n, '["REGISTER"]', now() from ${numbers}`;
  await bank.sql`insert into sandbox_card_accounts (resource_id, tpp_id, customer_id, masked_pan, currency, balances, created_at)
    select 'k' || n, ${tppId}::text, 'c' || n, 'p' || n, 'NOK', '[]', now() from ${numbers}`;
  await bank.sql.unsafe('vacuum analyze');
}, 60_000);

const engagement = () => ({ customer: person, account: { bban: companyBban }, roles: ['VIEW'] });

describe('a full sandbox takes no further', () => {
  it.each<[string, string, () => object]>([
    ['customers', 'customers', () => ({ customerNumber: freshNumber(), name: 'Ola', type: 'PRIVATE' })],
    ['accounts', 'accounts', () => accountBody(person)],
    ['card accounts', 'card-accounts', () => cardAccountBody(person)],
    ['agreements', 'agreements', () => ({ owner: company, name: 'Pay' })],
    ['engagements', `agreements/:agreementId/engagements`, engagement],
  ])('%s', async (what, path, body) => {
    const address = `${base}/${path.replace(':agreementId', agreementId)}`;
    const { status, json } = await tpp.rest('POST', address, { body: body() });
    expect([status, json.code]).toEqual([409, 'CONFLICT']);
    expect(json.tppMessages[0].text).toContain(`at most 10000 ${what} in a sandbox`);
  });

  it('customers by GraphQL', async () => {
    const input = { customerNumber: freshNumber(), customerName: 'Ola', customerType: 'PRIVATE' };
    const selection = 'customer { customerId } tppMessages { code }';
    expect(await mutate(tpp, 'createSandboxCustomer', input, selection)).toEqual({
      customer: null,
      tppMessages: [{ code: 'CONFLICT' }],
    });
  });

  it('engagements of a new agreement, which is not created either', async () => {
    await bank.sql`delete from sandbox_agreements where tpp_id = ${tppId} and agreement_id in ('a9990', 'a9991', 'a9992', 'a9993', 'a9994', 'a9995', 'a9996', 'a9997', 'a9998')`;
    const before = await bank.count('sandbox_agreements');
    const engagements = Array.from({ length: 12 }, engagement);
    const body = { owner: company, name: 'Pay', engagements };
    expect((await tpp.rest('POST', `${base}/agreements`, { body })).status).toBe(409);
    expect(await bank.count('sandbox_agreements')).toBe(before);
  });

  it('until one is deleted', async () => {
    const body = () => ({ customerNumber: freshNumber(), name: 'Ola', type: 'PRIVATE' });
    await bank.sql`delete from sandbox_customers where tpp_id = ${tppId} and customer_id in ('c1', 'c2', 'c3', 'c4', 'c5')`;
    expect((await tpp.rest('POST', `${base}/customers`, { body: body() })).status).toBe(201);
    expect((await tpp.rest('POST', `${base}/customers`, { body: body() })).status).toBe(409);
  });
});

describe('a page of SCA for a customer with thousands of agreements', () => {
  const agreementsOn = async (headers: Readonly<Record<string, string>>) => {
    const created = await tpp.rest('POST', `${domesticPath}?allowLogicalDuplicate=true`, {
      body: domestic.example,
      headers: { ...psuHeaders, 'psu-context': 'CORPORATE', ...headers },
    });
    expect(created.status, created.text).toBe(201);
    const visitor = new Visitor(bank, created.json._links.scaRedirect.href);
    await visitor.open();
    await visitor.identify(company);
    return (await visitor.open()).text;
  };
  const choicesIn = (page: string) =>
    [...page.matchAll(/name="agreementId" value="([^"]+)"/g)].map(([, id]) => id);

  it('shows a hundred of them', async () => {
    expect(choicesIn(await agreementsOn({ 'psu-corporate-id': 'none' }))).toHaveLength(100);
  });

  it('shows each that PSU-Corporate-ID names', async () => {
    expect(choicesIn(await agreementsOn({ 'psu-corporate-id': 'a9876' }))).toEqual(['a9876']);
    expect(choicesIn(await agreementsOn({ 'psu-corporate-id': 'n8765' }))).toEqual(['a8765']);
  });
});

describe('a customer', () => {
  it('has at most a hundred agreements', async () => {
    const other = bank.tpp('PSDNO-FSA-AGREED');
    const create = () => other.rest('POST', `${base}/agreements`, { body: { owner: company, name: 'Pay' } });
    expect((await create()).status).toBe(201);
    await bank.sql`insert into sandbox_agreements (agreement_id, tpp_id, owner_id, name, created_at)
      select 'more' || n, tpp_id, customer_id, 'More', now() from sandbox_customers, generate_series(1, 97) n
      where tpp_id = 'PSDNO-FSA-AGREED' and customer_number = ${company}`;
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await create()).status);
    expect(statuses).toEqual([201, 409, 409]);
    expect((await create()).json.tppMessages[0]).toMatchObject({ code: 'CONFLICT', path: 'owner' });
  });
});

describe('one masked PAN', () => {
  it('has at most a hundred card accounts', async () => {
    const other = bank.tpp('PSDNO-FSA-CARDS');
    const create = () => other.rest('POST', `${base}/card-accounts`, { body: cardAccountBody(person) });
    expect((await create()).status).toBe(201);
    await bank.sql`insert into sandbox_card_accounts (resource_id, tpp_id, customer_id, masked_pan, currency, balances, created_at)
      select 'more' || n, tpp_id, customer_id, masked_pan, 'NOK', '[]', now() from sandbox_card_accounts, generate_series(1, 98) n
      where tpp_id = 'PSDNO-FSA-CARDS' and masked_pan = ${cardAccountBody(person).maskedPan}`;
    expect((await create()).status).toBe(201);
    expect((await create()).json.tppMessages[0]).toMatchObject({ code: 'CONFLICT', path: 'maskedPan' });
    const body = { ...cardAccountBody(person), maskedPan: '9999xxxxxxxx0000' };
    expect((await other.rest('POST', `${base}/card-accounts`, { body })).status).toBe(201);
  });
});
