import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { readSeedFile } from '../../src/process/seed-file.ts';
import { StartError } from '../../src/process/start-error.ts';
import { blocks } from '../documents/markdown.ts';
import { builtService } from '../support/built.ts';

const folder = mkdtempSync(join(tmpdir(), 'seed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = Date.parse('2026-11-27T09:00:00Z');
const example = 'examples/seed/seed.yaml';

async function linesOf(text: string | Uint8Array, name = 'seed.yaml'): Promise<readonly string[]> {
  const file = join(folder, name);
  writeFileSync(file, text);
  const error = await readSeedFile(file, now).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return [];
  expect(error).toBeInstanceOf(StartError);
  return (error as Error).message.split('\n');
}

const customer = (more: string) => `customers:
  - customerNumber: "1"
    customerName: A
    customerType: PRIVATE
${more}`;

describe('the file of a seed', () => {
  it('is YAML, or JSON with any indentation', async () => {
    const { seed } = await readSeedFile(example, now);
    const value = parse(readFileSync(example, 'utf8'));
    expect(seed.customers?.map(({ customerName }) => customerName)).toEqual([
      'Ingrid Solberg',
      'Bryggen Rederi AS',
    ]);
    expect(await linesOf(JSON.stringify(value, null, '\t'), 'seed.json')).toEqual([]);
    expect(await linesOf('')).toEqual([]);
  });

  it('may be the payments that docs/seeds.md shows', async () => {
    const [payments = ''] = blocks('docs/seeds.md', 'yaml');
    expect(await linesOf(payments)).toEqual([]);
  });

  it('names setting, file, line, path and reason of each fault, one a line', async () => {
    const accounts = `    accounts:
      - { accountName: A, bban: "95360573002", currency: NOK }
      - { accountName: B, bban: "95360573003", currency: NOK }
      - { accountName: C, bban: "95360573002", curency: NOK, currency: NOK }
`;
    expect(await linesOf(customer(accounts))).toEqual([
      'SANDBOX_SEED: seed.yaml:7: customers[0].accounts[1].bban: looks like a Norwegian account number, but its check digit is wrong',
      'SANDBOX_SEED: seed.yaml:8: customers[0].accounts[2].bban: appears twice in this seed',
      'SANDBOX_SEED: seed.yaml:8: customers[0].accounts[2].curency: is not a field',
    ]);
  });

  it('names a foreign IBAN that two accounts have, and one that is not of the account', async () => {
    const accounts = `    accounts:
      - { accountName: A, bban: "1", iban: DE89370400440532013000, currency: NOK }
      - { accountName: B, bban: "2", iban: DE89 3704 0044 0532 0130 00, currency: NOK }
      - { accountName: C, iban: SE4550000000058398257466, currency: NOK }
    agreements:
      - name: Own
        engagements:
          - { customer: "1", account: { iban: DE89370400440532013000 }, roles: [VIEW] }
          - { customer: "1", account: { bban: "3", iban: SE4550000000058398257466 }, roles: [VIEW] }
          - { customer: "1", account: { bban: "1", iban: SE4550000000058398257466 }, roles: [VIEW] }
`;
    expect(await linesOf(customer(accounts))).toEqual([
      'SANDBOX_SEED: seed.yaml:7: customers[0].accounts[1].iban: appears twice in this seed',
      'SANDBOX_SEED: seed.yaml:14: customers[0].agreements[0].engagements[2].account.iban: is not the IBAN of this account',
    ]);
  });

  it('names the line of what a missing field should stand in, and of a payment with its aliases', async () => {
    const payments = `payments:
  - product: NDCT
    body: &body
      creditorName: A
  - product: NDCT
    createdAt: tomorrow
    body: *body`;
    const lines = await linesOf(payments);
    expect(lines.slice(0, 4)).toEqual([
      'SANDBOX_SEED: seed.yaml:4: payments[0].body.instructedAmount: is required',
      'SANDBOX_SEED: seed.yaml:4: payments[0].body.creditorAccount: is required',
      'SANDBOX_SEED: seed.yaml:4: payments[0].body.debtorAccount: is required',
      'SANDBOX_SEED: seed.yaml:6: payments[1].createdAt: must be a day such as 2026-11-20, or an instant such as 2026-11-20T09:30Z',
    ]);
    expect(lines).toContain('SANDBOX_SEED: seed.yaml:7: payments[1].body.debtorAccount: is required');
  });

  it('is told to quote digits, which YAML reads as a number', async () => {
    expect(
      await linesOf('customers: [{ customerNumber: 123, customerName: A, customerType: PRIVATE }]'),
    ).toEqual(['SANDBOX_SEED: seed.yaml:1: customers[0].customerNumber: must be a string: put it in quotes']);
  });

  it.each([
    ['customer', '"2"', '{ bban: "95360573002" }', 'customer: is no customer of this seed'],
    ['account', '"1"', '{ bban: "86011117947" }', 'account: is no account of this seed'],
    ['owner', '"1"', '{ bban: "95364151005" }', 'account: must be an account of the owner of the agreement'],
  ])('has what its engagements name: %s', async (_, person, account, fault) => {
    const text = customer(`    accounts: [{ accountName: A, bban: "95360573002", currency: NOK }]
    agreements:
      - { name: A, engagements: [{ customer: ${person}, account: ${account}, roles: [VIEW] }] }
accounts: [{ accountName: B, bban: "95364151005", currency: NOK }]`);
    expect(await linesOf(text)).toEqual([
      `SANDBOX_SEED: seed.yaml:7: customers[0].agreements[0].engagements[0].${fault}`,
    ]);
  });

  it('keeps the rules of the operations: dates of cards, currencies, agreements of private customers', async () => {
    const day = '2026-11-28';
    const text = customer(`    accounts:
      - accountName: A
        bban: "95360573002"
        currency: NOK
        balances: [{ balanceAmount: { amount: "1.00", currency: EUR } }]
    agreements: [{ name: A }, { name: B }]
    cardAccounts:
      - maskedPan: x
        currency: NOK
        transactions:
          - { cardTransactionId: a, terminalId: "", bookingDate: "${day}", transactionDate: "${day}",
              transactionAmount: { currency: NOK, amount: 1 }, originalAmount: { currency: NOK, amount: 1 },
              merchantCategoryCode: "1", cardAcceptorId: "", cardAcceptorAddress: { country: "NO" },
              maskedPan: "", transactionDetails: "", invoiced: "true", proprietaryBankTransactionCode: "" }`);
    expect(await linesOf(text)).toEqual([
      'SANDBOX_SEED: seed.yaml:9: customers[0].accounts[0].balances[0].balanceAmount.currency: must be NOK, the currency of the account',
    ]);
    expect(await linesOf(text.replace('EUR', 'NOK'))).toEqual([
      'SANDBOX_SEED: seed.yaml:10: customers[0].agreements: must have at most 1 item: a private customer has one agreement',
      `SANDBOX_SEED: seed.yaml:15: customers[0].cardAccounts[0].transactions[0].bookingDate: must not be later than today, 2026-11-27`,
      `SANDBOX_SEED: seed.yaml:15: customers[0].cardAccounts[0].transactions[0].transactionDate: must not be later than today, 2026-11-27`,
    ]);
  });

  it('may accept what the interface warns of, and says so', async () => {
    const file = join(folder, 'warned.yaml');
    const accounts = '    accounts: [{ accountName: A, bban: "95360573003", currency: NOK }]';
    writeFileSync(file, `acceptWarnings: true\n${customer(accounts)}`);
    const { warnings } = await readSeedFile(file, now);
    expect(warnings).toEqual([
      'SANDBOX_SEED: warned.yaml:6: customers[0].accounts[0].bban: looks like a Norwegian account number, but its check digit is wrong',
    ]);
  });

  it.each([
    ['broken YAML', 'customers: [', /^SANDBOX_SEED: seed\.yaml: line 1, column 13: /],
    [
      'a repeated key',
      'customers: []\ncustomers: []',
      /^SANDBOX_SEED: seed\.yaml: line 2, column 1: Map keys must be unique$/,
    ],
    ['a text', 'hello', /^SANDBOX_SEED: seed\.yaml:1: seed: must be an object$/],
    [
      'many aliases',
      `a: &a [1]\nb: [${'*a, '.repeat(2_000)}]`,
      /^SANDBOX_SEED: seed\.yaml: Excessive alias count/,
    ],
    ['deep lists', '['.repeat(100_000), /^SANDBOX_SEED: seed\.yaml: /],
    [
      'more than four mebibytes',
      `# ${'x'.repeat(2 ** 22)}`,
      /^SANDBOX_SEED: .* has more than 4194304 bytes\.$/,
    ],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x41, 0]), /^SANDBOX_SEED: .* is written in UTF-16/],
  ])('is refused in one line: %s', async (_, text, line) => {
    const lines = await linesOf(text);
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  it('is refused in one line where it cannot be read', async () => {
    await expect(readSeedFile(join(folder, 'none.yaml'), now)).rejects.toThrow(/^SANDBOX_SEED: cannot read /);
  });

  it('has bounds, and names at most twenty faults', async () => {
    const many = (count: number, one: string) => `[${Array(count).fill(one).join(', ')}]`;
    expect(await linesOf(`customers: ${many(201, '{}')}`)).toEqual([
      'SANDBOX_SEED: seed.yaml:1: customers: must have at most 200 items',
    ]);
    const lines = await linesOf(`customers: ${many(200, '{}')}`);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('SANDBOX_SEED: seed.yaml: 580 more lines are not shown');
  });
});

describe('SANDBOX_SEED', () => {
  it('stops the start of the built service with the faults of the file', () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'customers: [{ customerNumber: "1", customerName: A, customerType: ROBOT }]');
    const env = { ...process.env, SANDBOX_SEED: file, DATA_DIR: folder };
    const { status, stderr } = spawnSync(process.execPath, builtService(), { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      'SANDBOX_SEED: wrong.yaml:1: customers[0].customerType: must be PRIVATE or CORPORATE\n',
    ]);
  });

  it.each([
    [{ BANK: 'core' }, /SANDBOX_SEED is for BANK=simulated/],
    [{ BANK: 'upstream' }, /SANDBOX_SEED is for BANK=simulated/],
    [{ SANDBOX: 'false' }, /SANDBOX_SEED is for SANDBOX=true/],
  ])('is refused with %j', (env, text) => {
    expect(() => readConfig({ ...env, SANDBOX_SEED: example })).toThrow(text);
  });
});
