import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { products } from '../../../src/domain/payments/products/list.ts';
import { readSeedFile } from '../../../src/process/seed-file.ts';
import { nightly } from '../../../test/support/nightly.ts';
import { pathOf, productOf } from '../../../test/support/payments.ts';
import { type Service, startService } from './support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-'));
const file = (name: string) => join(folder, name);
const services: Service[] = [];
afterAll(async () => {
  for (const service of services) await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A service whose sandboxes start with the file. */
async function serviceOf(seedFile: string): Promise<Service> {
  const { seed } = await readSeedFile(seedFile, Date.now());
  const service = await startService({ seed });
  services.push(service);
  return service;
}

const overview = `{ payments(first: 100) { nodes { product transactionStatus createdAt debtorName psuId fundsAvailable
  creditorNames totalAmount { amount currency } statusHistory { from to at reason }
  bookings { at bookingDate amount { amount currency } creditorName entryIndex nominalDate }
  ... on BulkPayment { entries { index transactionStatus reason } } } }
  sandboxAccounts(first: 100) { nodes { bban balances { balanceType balanceAmount { amount currency } } } } }`;

/** Of payments and card accounts; a seed names a card by its number. */
const id = /[0-9a-f]{8}-[0-9a-f-]{27}|492500xxxxxx1234/g;

/** What both doors show of the sandbox, without ids. Bookings of one run have no order. */
async function shownBy(service: Service) {
  const graphql = (await service.run('graphql', overview)).json;
  const { json: accounts } = await service.run('send', 'GET', '/v1/sandbox/accounts');
  const entries = [];
  for (const { resourceId } of accounts) {
    const path = `/v1/sandbox/accounts/${resourceId}/transactions?bookingStatus=booked`;
    const { booked } = (await service.run('send', 'GET', path)).json.transactions;
    entries.push(booked.map((one: object) => JSON.stringify(one).replace(id, 'id')).sort());
  }
  const { json: payments } = await service.run('payments', '--first', '100');
  const plain = JSON.stringify({ graphql, accounts, entries, payments });
  return JSON.parse(plain.replace(id, 'id'));
}

/** Payments of every product, and what can happen to them in two months. */
async function live(service: Service): Promise<void> {
  const done = async (...args: string[]) => {
    const result = await service.run(...args);
    expect([result.code, result.notes], args.join(' ')).toEqual([0, expect.any(String)]);
    return result.json;
  };
  const flows = ['domestic', 'instant', 'cross-border', 'sepa', 'periodic', 'bulk'];
  for (const product of flows) await done('flow', product);
  const create = async (code: string, body: object): Promise<string> => {
    const path = pathOf(productOf(code));
    return (await done('send', 'POST', path, '--psu', '--body', JSON.stringify(body))).paymentId;
  };
  const named = (code: string) => productOf(code).example;
  const slow = { ...named('NDCT'), creditorName: 'Scenario Slow Settlement' };
  await done('approve', await create('NDCT', slow));
  await done('approve', await create('CBCT', { ...named('CBCT'), creditorName: 'Scenario Rejected' }));
  const [entry, second] = named('BULK_NDCT').payments as object[];
  const part = [entry, { ...second, creditorName: 'Scenario Rejected' }];
  await done('approve', await create('BULK_NDCT', { ...named('BULK_NDCT'), payments: part }));
  await done('clock', '+62d');
  const message = 'remittanceInformationUnstructured';
  await done('cancel', await create('NDCT', { ...named('NDCT'), [message]: 'cancelled' }));
  await create('NDCT', { ...named('NDCT'), [message]: 'open' });
  const [card] = (await done('send', 'GET', '/v1/sandbox/card-accounts')) as { resourceId: string }[];
  const other = { identification: card?.resourceId ?? '', schemeNameProprietary: 'creditCardAccount' };
  const debtorAccount = { other, currency: 'NOK' };
  await done('approve', await create('INDCTS', { ...named('INDCTS'), debtorAccount }));
  // It waits for its funds.
  const large = { ...named('NDCT'), instructedAmount: { amount: '900000.00', currency: 'NOK' } };
  await done('approve', await create('NDCT', large));
  await done('clock', 'next-batch');
}

describe('export', () => {
  let first: Service;
  beforeAll(async () => {
    first = await serviceOf('examples/seed/seed.yaml');
  });

  it('writes a file whose sandbox shows the same at both doors, and exports the same file again', async () => {
    const { code, out, notes } = await first.run('export', '--out', file('first.yaml'));
    expect({ code, out, notes }).toEqual({
      code: 0,
      out: '',
      notes: `Wrote 2 customers and 7 payments to ${file('first.yaml')}.`,
    });
    const second = await serviceOf(file('first.yaml'));
    await second.run('export', '--out', file('second.yaml'));
    expect(readFileSync(file('second.yaml'), 'utf8')).toBe(readFileSync(file('first.yaml'), 'utf8'));
    expect(await shownBy(second)).toEqual(await shownBy(first));
  });

  it('holds what has happened in a sandbox, which then goes on as before', async () => {
    const lived = await startService();
    services.push(lived);
    await live(lived);
    expect((await lived.run('export', '--out', file('lived.yaml'))).code).toBe(0);
    const again = await serviceOf(file('lived.yaml'));
    await again.run('export', '--out', file('again.yaml'));
    expect(readFileSync(file('again.yaml'), 'utf8')).toBe(readFileSync(file('lived.yaml'), 'utf8'));
    const seed = parse(readFileSync(file('lived.yaml'), 'utf8'));
    const schema = JSON.parse(readFileSync('examples/seed/seed.schema.json', 'utf8'));
    const isSeed = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect(isSeed(seed), JSON.stringify(isSeed.errors)).toBe(true);
    const { payments, clock } = seed;
    const fromCard = payments.find(({ body }: { body: typeof payments }) => body.debtorAccount.other);
    expect(fromCard.body.debtorAccount.other.identification).toBe('492500xxxxxx1234');
    expect(payments.map(({ product }: { product: string }) => product).sort()).toEqual(
      [...products.map(({ code }) => code), 'NDCT', 'NDCT', 'NDCT', 'NDCT', 'INDCTS', 'BULK_NDCT'].sort(),
    );
    expect(await shownBy(again)).toEqual(await shownBy(lived));
    const later = new Date(Date.parse(`${clock}T12:00:00Z`) + 40 * 86_400_000).toISOString();
    for (const service of [lived, again]) expect((await service.run('clock', later)).code).toBe(0);
    expect(await shownBy(again)).toEqual(await shownBy(lived));
  });

  it('holds long agreements, and what is not as usual', async () => {
    const balances = [{ balanceAmount: { amount: '0.00', currency: 'NOK' } }];
    const accounts = Array.from({ length: 12 }, (_, index) => ({
      accountName: `A${index}`,
      bban: `A${index}`,
      currency: 'NOK',
      balances,
    }));
    const engage = (customer: string, bban: string) => ({ customer, account: { bban }, roles: ['REGISTER'] });
    const engagements = accounts.flatMap(({ bban }) => [engage('1', bban), engage('2', bban)]);
    const iban = {
      accountName: 'I',
      iban: 'DE89370400440532013000',
      currency: 'NOK',
      creditLine: '5.00',
      balances,
    };
    const bookedAs = [{ balanceType: 'BOOKED', ...balances[0] }];
    const seed = {
      acceptWarnings: true,
      customers: [
        {
          customerNumber: '1',
          customerName: 'Company',
          customerType: 'CORPORATE',
          accounts,
          agreements: [
            { name: 'All', engagements },
            { name: 'None', engagements: [] },
          ],
        },
        {
          customerNumber: '2',
          customerName: 'Person',
          customerType: 'PRIVATE',
          accounts: [iban],
          cardAccounts: [{ maskedPan: '4925', currency: 'NOK' }],
          agreements: [{ name: 'Private agreement', engagements: [] }],
        },
        {
          customerNumber: '3',
          customerName: 'Other',
          customerType: 'PRIVATE',
          accounts: [{ ...iban, iban: 'GB29NWBK60161331926819', balances: bookedAs }],
        },
      ],
    };
    writeFileSync(file('unusual.json'), JSON.stringify(seed));
    const service = await serviceOf(file('unusual.json'));
    const { acceptWarnings, ...exported } = (await service.run('export', '--json')).json;
    expect(exported).toEqual({ customers: seed.customers });
  });

  it.runIf(nightly)(
    'holds more than 2,000 card accounts',
    async () => {
      const cardAccounts = Array.from({ length: 20 }, (_, index) => ({
        maskedPan: `P${index}`,
        currency: 'NOK',
      }));
      const customers = Array.from({ length: 101 }, (_, index) => ({
        customerNumber: `${index}`,
        customerName: 'Company',
        customerType: 'CORPORATE',
        cardAccounts: cardAccounts.map(({ maskedPan, ...card }) => ({
          maskedPan: `${maskedPan}/${index}`,
          ...card,
        })),
      }));
      writeFileSync(file('cards.json'), JSON.stringify({ customers }));
      const service = await serviceOf(file('cards.json'));
      expect((await service.run('export', '--json')).json).toEqual({ customers });
    },
    120_000,
  );

  it('prints YAML or JSON, with as many payments as it should', async () => {
    const yaml = parse((await first.run('export')).out);
    const { json } = await first.run('export', '--json');
    expect(json).toEqual(yaml);
    // The example has a clock ahead of real time until this day has begun in Oslo.
    const isAhead = Date.now() < Date.parse('2027-03-16T00:00+01:00');
    expect(json.clock).toBe(isAhead ? '2027-03-16' : undefined);
    const newest = await first.run('export', '--json', '--payments', '2');
    expect(newest.json.payments).toEqual(json.payments.slice(-2));
    expect(newest.notes).toBe('The TPP has more payments; the seed has the newest 2.');
    expect((await first.run('export', '--json', '--payments', '0')).json).not.toHaveProperty('payments');
  });

  it('leaves out payments that a seed refuses, and says why', async () => {
    const service = await startService();
    services.push(service);
    await service.run('pay');
    await service.run('pay', '--creditor', '97000000018');
    const { json: customers } = await service.run('send', 'GET', '/v1/sandbox/customers');
    const kidAgreement = { required: true, lengths: [7], modulus: 'MOD10' };
    const account = {
      customerNumber: customers[0].customerNumber,
      accountName: 'K',
      bban: '97000000018',
      currency: 'NOK',
      kidAgreement,
    };
    expect(
      (await service.run('send', 'POST', '/v1/sandbox/accounts', '--body', JSON.stringify(account))).json
        .bban,
    ).toBe(account.bban);
    const { json, notes } = await service.run('export', '--json');
    expect(json.payments).toHaveLength(1);
    expect(notes).toMatch(
      /^1 payment is left out, because a seed refuses it:\npayments\[[01]\]\.body\.remittanceInformationStructured\.reference: the creditor requires a KID/,
    );
  });

  it.each([
    ['a wrong number', ['--payments', '1001'], '--payments must be a number from 0 to 1000'],
    ['a file in no folder', ['--out', '/nowhere/seed.yaml'], '--out: cannot write /nowhere/seed.yaml.'],
  ])('%s is refused', async (_, args, why) => {
    const { code, notes } = await first.run('export', ...args);
    expect([code, notes]).toEqual([2, expect.stringContaining(why)]);
  });
});
