import { describe, expect, it } from 'vitest';
import type { Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { cardItem, nok } from './support/bodies.ts';
import { newAccount, newCardAccount, newCustomer } from './support/resources.ts';

const bank = await bankOfFile();

const numbers = ['13039319955', '12085592767', '18129215603', '20079518612'];
const initialise = 'mutation { initialiseSandbox { customers { customerNumber } tppMessages { code } } }';

async function state(tpp: Tpp) {
  const [customers, accounts, cards, agreements] = await Promise.all(
    ['customers', 'accounts', 'card-accounts', 'agreements'].map(
      async (name) => (await tpp.rest('GET', `/v1/sandbox/${name}`)).json,
    ),
  );
  const plain = JSON.stringify({ customers, accounts, cards, agreements });
  return JSON.parse(plain.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'));
}

async function books() {
  const rows = await bank.sql`select (balance_minor -
    coalesce((select sum(amount_minor) from ledger_entries e where e.tpp_id = a.tpp_id and e.account_id = a.resource_id), 0))::text as off from sandbox_accounts a`;
  return rows.map(({ off }) => off);
}

describe('a new TPP', () => {
  it('starts with the default set, even when its first call is a read', async () => {
    const tpp = bank.tpp('PSDNO-FSA-NEW1');
    const { customers, accounts, cards, agreements } = await state(tpp);
    expect(customers.map((one: { customerNumber: string }) => one.customerNumber)).toEqual(numbers);
    for (const one of customers) {
      expect(one.accounts).toHaveLength(2);
      expect(one.cardAccounts).toHaveLength(one.customerType === 'PRIVATE' ? 1 : 0);
      expect(one.agreements).toHaveLength(1);
      expect(one.agreements[0].engagements).toHaveLength(2);
    }
    expect(accounts).toHaveLength(9);
    expect(accounts[0]).toMatchObject({
      customerNumber: numbers[0],
      bban: '95360573002',
      iban: 'NO0995360573002',
      currency: 'NOK',
    });
    expect(accounts[8]).toMatchObject({ kidAgreement: { required: true, modulus: 'MOD10' } });
    expect(accounts[8].customerNumber).toBeUndefined();
    expect(cards).toHaveLength(2);
    expect(agreements).toHaveLength(4);
  });

  it('has one default set, however many replicas meet it at once', async () => {
    const replica = bank.replica();
    const id = 'PSDNO-FSA-NEW2';
    const tpps = [bank.tpp(id), replica.tpp(id), bank.tpp(id), replica.tpp(id)];
    const lists = await Promise.all(tpps.map((tpp) => tpp.rest('GET', '/v1/sandbox/customers')));
    for (const list of lists) {
      expect(list.status, list.text).toBe(200);
      expect(list.json).toEqual(lists[0]?.json);
      expect(list.json).toHaveLength(4);
    }
    const [row] = await bank.sql`select count(*)::int as count from sandbox_customers where tpp_id = ${id}`;
    expect(row?.count).toBe(4);
    await replica.stop();
  });

  it('does not share it', async () => {
    const ids = await Promise.all(
      ['PSDNO-FSA-NEW3', 'PSDNO-FSA-NEW4'].map(
        async (id) => (await bank.tpp(id).rest('GET', '/v1/sandbox/accounts')).json[0].resourceId,
      ),
    );
    expect(ids[0]).not.toBe(ids[1]);
    expect((await bank.tpp('PSDNO-FSA-NEW3').rest('GET', `/v1/sandbox/accounts/${ids[1]}`)).status).toBe(404);
  });
});

describe('initialize', () => {
  it('restores the default set at both doors, and does not change other TPPs', async () => {
    const tpp = bank.tpp('PSDNO-FSA-INIT');
    const other = bank.tpp('PSDNO-FSA-INIT2');
    const [before, theirs] = [await state(tpp), (await other.rest('GET', '/v1/sandbox/accounts')).text];
    const change = async () => {
      const { customerNumber } = await newCustomer(tpp);
      await newAccount(tpp, customerNumber);
      const card = await newCardAccount(tpp, customerNumber);
      await tpp.rest('POST', card._links.transactions.href, { body: [cardItem('a')] });
      const [first, second] = (await tpp.rest('GET', '/v1/sandbox/accounts')).json;
      await tpp.rest('PUT', first._links.balances.href, { body: { balances: [{ balanceAmount: nok(-5) }] } });
      await tpp.rest('DELETE', second._links.self.href);
      const [, , corporate] = (await tpp.rest('GET', '/v1/sandbox/customers')).json;
      await tpp.rest('DELETE', corporate._links.self.href);
      expect(await state(tpp)).not.toEqual(before);
    };
    await change();
    const rest = await tpp.rest('POST', '/v1/sandbox/initialize');
    expect(rest.status, rest.text).toBe(200);
    expect(rest.json.map((one: { customerNumber: string }) => one.customerNumber)).toEqual(numbers);
    expect(await state(tpp)).toEqual(before);
    await change();
    const { data } = await tpp.graphqlRaw(initialise);
    expect(data.initialiseSandbox).toEqual({
      customers: numbers.map((customerNumber) => ({ customerNumber })),
      tppMessages: [],
    });
    expect(await state(tpp)).toEqual(before);
    expect((await other.rest('GET', '/v1/sandbox/accounts')).text).toBe(theirs);
  });

  it('many times at once leaves one default set', async () => {
    const tpp = bank.tpp('PSDNO-FSA-INIT3');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => tpp.rest('POST', '/v1/sandbox/initialize')),
    );
    expect(answers.map((one) => one.status)).toEqual(Array(6).fill(200));
    expect((await tpp.rest('GET', '/v1/sandbox/customers')).json).toHaveLength(4);
    expect((await tpp.rest('GET', '/v1/sandbox/accounts')).json).toHaveLength(9);
  });

  it('under one X-Request-ID happens once', async () => {
    const tpp = bank.tpp('PSDNO-FSA-INIT4');
    const headers = { 'x-request-id': 'init-once' };
    const first = await tpp.rest('POST', '/v1/sandbox/initialize', { headers });
    const again = await tpp.rest('POST', '/v1/sandbox/initialize', { headers });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replay')).toBe('true');
  });
});

describe('the books', () => {
  it('of every TPP equal the sums of the entries of each account', async () => {
    const off = await books();
    expect(off.length).toBeGreaterThan(10);
    expect(new Set(off)).toEqual(new Set(['0']));
  });
});
