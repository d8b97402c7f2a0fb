import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSeed } from '../../src/domain/sandbox/read-seed.ts';
import { readSeedFile } from '../../src/process/seed-file.ts';
import type { Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';

const example = 'examples/seed/seed.yaml';
const { seed } = await readSeedFile(example, Date.now());
const bank = await bankOfFile({ seed });

async function list(tpp: Tpp, name: string) {
  return (await tpp.rest('GET', `/v1/sandbox/${name}`)).json;
}

describe('a sandbox with a seed of its own', () => {
  it('has the customers, accounts, cards and agreements of the file, in its order', async () => {
    const tpp = bank.tpp('PSDNO-FSA-SEED1');
    const customers = await list(tpp, 'customers');
    expect(customers).toMatchObject([
      { customerNumber: '21090199144', customerName: 'Ingrid Solberg', customerType: 'PRIVATE' },
      { customerNumber: '18129215603', customerName: 'Bryggen Rederi AS', customerType: 'CORPORATE' },
    ]);
    const accounts = await list(tpp, 'accounts');
    expect(accounts.map((one: { bban: string }) => one.bban)).toEqual([
      '95360573002',
      '95361281005',
      '95362141002',
      '95363071016',
      '95364151005',
    ]);
    expect(accounts[0]).toMatchObject({
      creditLine: '10000.00',
      balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '18250.75', currency: 'NOK' } }],
    });
    expect(accounts[4]).toMatchObject({ kidAgreement: { required: true } });
    const [card] = await list(tpp, 'card-accounts');
    const { text } = await tpp.rest('GET', `${card._links.transactions.href}?bookingStatus=booked`);
    expect(text).toContain('"cardTransactionId":"1001"');
  });

  it('lets a private customer do everything with own accounts, and others what the agreements say', async () => {
    const tpp = bank.tpp('PSDNO-FSA-SEED2');
    const [personal, company] = await list(tpp, 'agreements');
    expect([personal.owner, personal.name, personal.engagements.length]).toEqual([
      '21090199144',
      'Private agreement',
      2,
    ]);
    expect([company.owner, company.name]).toEqual(['18129215603', 'Daily payments']);
    const engagements = await Promise.all(
      company.engagements.map(
        async (id: string) =>
          (await tpp.rest('GET', `/v1/sandbox/agreements/${company.id}/engagements/${id}`)).json,
      ),
    );
    expect(engagements).toMatchObject([
      { customer: '21090199144', account: { bban: '95362141002' }, roles: ['VIEW', 'REGISTER'] },
      { customer: '21090199144', account: { bban: '95363071016' }, roles: ['VIEW'] },
    ]);
  });

  it('is set back to the seed at both doors', async () => {
    const tpp = bank.tpp('PSDNO-FSA-SEED3');
    for (const initialise of [
      () => tpp.rest('POST', '/v1/sandbox/initialize'),
      () => tpp.graphqlRaw('mutation { initialiseSandbox { customers { customerNumber } } }'),
    ]) {
      const [customer] = await list(tpp, 'customers');
      await tpp.rest('DELETE', customer._links.self.href);
      expect((await initialise()).status).toBe(200);
      expect(await list(tpp, 'customers')).toHaveLength(2);
      expect(await list(tpp, 'accounts')).toHaveLength(5);
    }
  });

  it('has books that balance', async () => {
    await list(bank.tpp('PSDNO-FSA-SEED4'), 'accounts');
    const off = await bank.sql`select resource_id from sandbox_accounts a where balance_minor <>
      coalesce((select sum(amount_minor) from ledger_entries e where e.tpp_id = a.tpp_id and e.account_id = a.resource_id), 0)`;
    expect(off).toEqual([]);
  });

  it('may be as large as the bounds let it, or empty', async () => {
    const most = Array.from({ length: 200 }, (_, index) => largeCustomer(index));
    const result = readSeed({ customers: most }, Date.now());
    if (!result.ok) throw new Error(JSON.stringify(result.faults[0]));
    const replicas = [bank.replica({ seed: result.seed }), bank.replica({ seed: {} })] as const;
    const [large, empty] = replicas.map((replica, index) => replica.tpp(`PSDNO-FSA-SIZE${index}`));
    expect(large && (await list(large, 'accounts'))).toHaveLength(1_000);
    expect(empty && (await list(empty, 'customers'))).toEqual([]);
    expect((await empty?.rest('POST', '/v1/sandbox/initialize'))?.status).toBe(200);
    for (const replica of replicas) await replica.stop();
  });
});

it('refuses one account more, and one engagement more', () => {
  const [first, ...others] = Array.from({ length: 200 }, (_, index) => largeCustomer(index));
  const [account, ...accounts] = first?.accounts ?? [];
  const [agreement] = first?.agreements ?? [];
  const [engagement, ...engagements] = agreement?.engagements ?? [];
  const larger = {
    ...first,
    accounts: [account, { ...account, bban: 'c0a5' }, ...accounts],
    agreements: [
      {
        ...agreement,
        engagements: [engagement, { ...engagement, account: { bban: 'c0a5' } }, ...engagements],
      },
    ],
  };
  expect(readSeed({ customers: [larger, ...others] }, Date.now())).toEqual({
    ok: false,
    faults: [
      { path: 'customers', text: 'must have at most 1000 accounts in all' },
      { path: 'customers', text: 'must have at most 5000 engagements in all' },
    ],
  });
});

/** Five accounts, and twenty-five engagements. */
function largeCustomer(index: number) {
  const customer = `c${index}`;
  const accounts = Array.from({ length: 5 }, (_, account) => ({
    accountName: 'A',
    bban: `${customer}a${account}`,
    currency: 'NOK',
  }));
  const engagements = Array.from({ length: 25 }, (_, place) => ({
    customer,
    account: { bban: `${customer}a${place % 5}` },
    roles: ['VIEW'],
  }));
  return {
    customerNumber: customer,
    customerName: 'A',
    customerType: 'CORPORATE',
    accounts,
    agreements: [{ name: 'A', engagements }],
  };
}

describe('the schema for editors', () => {
  const schema = JSON.parse(readFileSync('examples/seed/seed.schema.json', 'utf8'));
  const judge = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  it('takes the example, and refuses unknown properties', () => {
    const value = parse(readFileSync(example, 'utf8'));
    expect(judge(value), JSON.stringify(judge.errors)).toBe(true);
    value.customers[0].customerNummer = '1';
    expect(judge(value)).toBe(false);
  });
});
