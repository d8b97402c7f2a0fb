/**
 * Random queries of the schema, up to the bounds, on a full sandbox: every accepted query is answered within the time
 * to read and write 50 MB of JSON, about a second, 5 MB, and the statements of its fields.
 */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/graphql/documents/documents.ts';
import { totalOf } from '../../src/graphql/documents/reads.ts';
import { responseLimits } from '../../src/graphql/documents/response-limit.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { cpuMs } from '../support/cost.ts';
import { fillSandbox } from '../support/full-sandbox.ts';
import { dearestLists, everythingUnder } from '../support/largest-document.ts';
import { rounds } from '../support/nightly.ts';
import { chance } from './support/random-documents.ts';

const schema = buildSchema({ sandbox: true });
const documents = createDocuments(schema, { revealsSchema: true });
const tppId = 'PSDNO-FSA-FULL';
// The log of requests would add statements.
const bank = await bankOfFile({ requestLog: false });
const tpp = bank.tpp(tppId);
beforeAll(async () => {
  await tpp.graphqlRaw('{ viewer { tppId } }');
  await fillSandbox(bank, tppId);
}, 180_000);

const sevenMegabytes = JSON.stringify(
  Array.from({ length: 100_000 }, (_, id) => ({
    id,
    currency: 'NOK',
    amount: '1250.00',
    status: 'ACSC',
    more: [],
  })),
);

/** The CPU time that a query may take at the present speed of the machine. */
function allowedMs(): number {
  const begun = cpuMs();
  JSON.stringify(JSON.parse(sevenMegabytes));
  return 7 * (cpuMs() - begun);
}

interface Spent {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly statements: number;
  readonly code: string | null;
}

async function ask(query: string): Promise<Spent> {
  let statements = 0;
  bank.database.watch(() => {
    statements += 1;
  });
  const begun = cpuMs();
  const { text, json } = await tpp.graphqlRaw(query);
  const milliseconds = cpuMs() - begun;
  bank.database.watch(null);
  const code = json.errors?.[0]?.extensions?.code ?? null;
  expect(code, text.slice(0, 300)).not.toBe('SYSTEM_ERROR');
  return { milliseconds, bytes: Buffer.byteLength(text), statements, code };
}

/** Each read is one statement at most; others read the time and register a new TPP. */
function statementsOf(query: string): number {
  const read = documents.parse(query, null);
  return read instanceof Error ? 0 : totalOf(read.reads) + 1;
}

/** Other work of the process counts too, so an excess is measured up to three times, and the least counts. */
async function askUpToThrice(query: string): Promise<Spent & { readonly share: number }> {
  const asked = async () => {
    const spent = await ask(query);
    return { ...spent, share: spent.milliseconds / allowedMs() };
  };
  let least = await asked();
  for (let again = 0; again < 2 && least.share >= 1; again += 1) {
    const next = await asked();
    if (next.share < least.share) least = next;
  }
  return least;
}

async function expectWithin(query: string): Promise<Spent> {
  const spent = await askUpToThrice(query);
  const { milliseconds, share, bytes, statements } = spent;
  const what = `${Math.round(milliseconds)} ms, ${Math.round(share * 100)} % of what is allowed, ${bytes} bytes, ${statements} statements: ${query.slice(0, 2_000)}`;
  expect(statements, what).toBeLessThanOrEqual(statementsOf(query));
  expect(bytes, what).toBeLessThanOrEqual(responseLimits.bytes);
  expect(share, what).toBeLessThan(1);
  return spent;
}

interface Wishes {
  readonly next: () => number;
  readonly wide: number;
  readonly deep: number;
}

const id = (group: number, next: () => number) =>
  `"${(1 + Math.floor(next() * 100)).toString(16).padStart(8, '0')}-000${group}${group < 4 ? '-7000-8000-000000000000' : ''}"`;

function argumentsOf(field: GraphQLField<unknown, unknown>, { next }: Wishes): string {
  const given = field.args.flatMap(({ name, type }) => {
    if (name === 'paymentId') return [`${name}: ${id(next() < 0.5 ? 1 : 2, next)}`];
    if (name === 'basketId') return [`${name}: "${'1'.padStart(8, '0')}-0003-7000-8000-000000000000"`];
    if (name === 'customerId') return [`${name}: ${id(4, next)}`];
    if (name === 'resourceId') return [`${name}: ${id(field.name.includes('Card') ? 7 : 6, next)}`];
    if (name === 'bookingStatus') return [`${name}: both`];
    if (name === 'year') return [`${name}: 2026`];
    if (name === 'id')
      return [`${name}: "${Buffer.from(`BulkPayment:${JSON.parse(id(2, next))}`).toString('base64')}"`];
    if (name === 'first')
      return next() < 0.8 ? [`${name}: ${field.name === 'payments' || next() < 0.5 ? 100 : 10}`] : [];
    return isNonNullType(type) ? [`${name}: ${isEnumType(getNamedType(type)) ? 'X' : '"x"'}`] : [];
  });
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

let aliases = 0;
const alias = (): string => {
  aliases += 1;
  return `a${aliases}: `;
};
function selection(type: GraphQLObjectType, wishes: Wishes, depth: number): string {
  const { next, wide, deep } = wishes;
  // A check of an input reads nothing.
  const fields = Object.values(type.getFields()).filter(({ args }) => args[0]?.name !== 'input');
  const chosen: string[] = ['__typename'];
  for (const field of fields) {
    if (next() > wide) continue;
    const named = getNamedType(field.type);
    if (isLeafType(named)) {
      chosen.push(field.name);
      while (aliases < 48 && next() < 0.1) chosen.push(`${alias()}${field.name}`);
    } else if (depth < deep) {
      const name = aliases < 48 && (field.args.length > 0 || next() < 0.1) ? alias() : '';
      if (name === '' && field.args.length > 0) continue;
      chosen.push(`${name}${field.name}${argumentsOf(field, wishes)} ${within(named, wishes, depth + 1)}`);
    }
  }
  return chosen.join(' ');
}

function within(type: unknown, wishes: Wishes, depth: number): string {
  if (isObjectType(type)) return `{ ${selection(type, wishes, depth)} }`;
  if (!isInterfaceType(type)) return '{ __typename }';
  const some = schema
    .getPossibleTypes(type)
    .filter(({ name }) => name === 'BulkPayment' || wishes.next() < 0.2);
  return `{ __typename ${some.map((one) => `... on ${one.name} { ${selection(one, wishes, depth)} }`).join(' ')} }`;
}

function queryOf(seed: number): string {
  const next = chance(seed);
  const wishes = { next, wide: 0.2 + next() * 0.7, deep: 4 + Math.floor(next() * 8) };
  aliases = 0;
  return `{ ${selection(schema.getQueryType() as GraphQLObjectType, wishes, 1)} }`;
}

describe('random queries', () => {
  it('stay within the bounds when accepted, and cover every case', async () => {
    const codes = new Map<string, number>();
    let longest = 0;
    const count = rounds(24, 100);
    for (let seed = 1; seed <= count; seed += 1) {
      const query = queryOf(seed);
      const spent = await expectWithin(query);
      const code = spent.code ?? 'answered';
      codes.set(code, (codes.get(code) ?? 0) + 1);
      longest = Math.max(longest, spent.bytes);
    }
    const kinds = JSON.stringify([...codes, longest]);
    expect(codes.get('answered') ?? 0, kinds).toBeGreaterThan(count / 10);
    expect(codes.get('BAD_REQUEST') ?? 0, kinds).toBeGreaterThan(count / 10);
    expect(codes.get('GRAPHQL_VALIDATION_FAILED') ?? 0, kinds).toBeLessThan(count / 5);
    expect(longest, kinds).toBeGreaterThan(100_000);
  }, 300_000);
});

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const bulk = (index: number) =>
  `payment(paymentId: "${(index + 1).toString(16).padStart(8, '0')}-0002-7000-8000-000000000000")`;
const entries = 'index transactionStatus reason endToEndIdentification instructedAmount { amount currency }';

describe('queries meant to be large', () => {
  it.each([
    ['pages of bulk payments', `{ ${times(10, (i) => `a${i}: payments(first: 100) { edges { cursor } }`)} }`],
    [
      'their creditors',
      `{ payments(first: 100) { edges { node { creditorNames totalAmount { amount } } } } }`,
    ],
    [
      'their creditors, many times',
      `{ payments(first: 100) { edges { node { ${times(40, (i) => `a${i}: creditorNames`)} } } } }`,
    ],
    [
      'their entries',
      `{ payments(first: 100) { edges { node { ... on BulkPayment { entries { ${entries} } } } } } }`,
    ],
    [
      'some entries of each',
      `{ payments(first: 100) { edges { node { ... on BulkPayment { entries(first: 40) { ${entries} } } } } } }`,
    ],
    [
      'twelve names for the entries of thirty',
      `{ payments(first: 30) { edges { node { ... on BulkPayment { ${times(12, (i) => `a${i}: payments { remittanceInformationUnstructured creditorName }`)} } } } } }`,
    ],
    [
      'ten bulk payments',
      `{ ${times(10, (i) => `a${i}: ${bulk(i)} { ... on BulkPayment { entries { ${entries} } } }`)} }`,
    ],
    [
      'forty names for a long text',
      `{ ${bulk(0)} { ... on BulkPayment { payments { ${times(40, (i) => `a${i}: remittanceInformationUnstructured`)} } } } }`,
    ],
    [
      'customers',
      '{ sandboxCustomers { nodes { id customerName agreements { id name engagements } accounts cardAccounts links { self { href verbs } } } } }',
    ],
    [
      'accounts with their transactions',
      '{ sandboxAccounts { nodes { accountName customer { customerName accounts { resourceId } } transactions(first: 100) { edges { node { transactionId debtorName creditorName } } } } } }',
    ],
    [
      'cards with their transactions',
      '{ sandboxCardAccounts { nodes { customer { customerName } transactions(first: 100, bookingStatus: both) { edges { node { cardTransactionId transactionDetails } } } } } }',
    ],
    [
      'baskets within baskets',
      '{ signingBaskets(first: 20) { edges { node { payments { basket { payments { basket { payments { paymentId statusHistory { reason } } } } } } } } } }',
    ],
    [
      'pages of every account and card, as often as they may be asked for',
      `{ ${(['sandboxAccounts', 'sandboxCardAccounts'] as const).map((name) => `${name} { nodes { ${times(10, (i) => `a${i}: transactions(first: 60, fromDate: "2025-01-${i + 10}"${name === 'sandboxCardAccounts' ? ', bookingStatus: both' : ''}) { totalCount nodes { id } }`)} } }`).join(' ')} }`,
    ],
    [
      'five lists with everything under each',
      `{ ${dearestLists(schema)
        .map((name) => everythingUnder(schema, name, { alias: name, args: '(first: 5)' }))
        .join(' ')} }`,
    ],
    [
      'the schema',
      `{ ${times(11, (i) => `a${i}: __schema { types { fields { type { fields { name description } } } } }`)} }`,
    ],
  ])('%s', async (_, query) => void (await expectWithin(query)));
});

describe('a response that is too large', () => {
  it('is refused whole, with advice on what to do', async () => {
    const query = `{ ${times(3, (i) => `a${i}: ${bulk(i)} { ... on BulkPayment { payments { ${times(15, (j) => `b${i}x${j}: remittanceInformationUnstructured`)} } } }`)} }`;
    const { json, status } = await tpp.graphqlRaw(query);
    expect([status, json.data]).toEqual([200, undefined]);
    expect(json.errors).toHaveLength(1);
    expect(json.errors[0]).toMatchObject({
      message: expect.stringMatching(/larger than 5000000 bytes; ask for fewer items or fields/),
      extensions: { code: 'BAD_REQUEST', status: 400 },
    });
  });

  it('of too many fields is refused before they are made', async () => {
    const query = `{ ${times(9, (i) => `a${i}: ${bulk(i)} { ... on BulkPayment { payments { ${times(5, (j) => (i === 0 ? `c${j}: creditorName` : 'creditorName'))} creditorAccount { bban currency } instructedAmount { amount currency } debtorName ultimateDebtor purposeCode endToEndIdentification creditorAddress { street townName country } } } }`)} }`;
    const { json } = await tpp.graphqlRaw(query);
    expect(json.errors[0].message).toMatch(/more than 100000 fields/);
  });

  it('with the most reads that are allowed costs a statement for each, and one for the time', async () => {
    const basket = 'signingBasket(basketId: "00000001-0003-7000-8000-000000000000")';
    const { statements, code } = await ask(
      `{ viewer { clock } ${times(9, (i) => `a${i}: ${i % 2 ? basket : bulk(i)} { id }`)} }`,
    );
    expect(code).toBeNull();
    expect(statements).toBeLessThanOrEqual(11);
  });

  it('with too many reads is refused', async () => {
    const { json } = await tpp.graphqlRaw(`{ ${times(11, (i) => `a${i}: ${bulk(i)} { paymentId }`)} }`);
    expect(json.errors[0].message).toMatch(
      /asks 11 times for Query\.payment, which reads from the database each time; 10 times are allowed/,
    );
  });
});
