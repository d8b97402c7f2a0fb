import { beforeAll, describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/graphql/documents/documents.ts';
import { limits } from '../../src/graphql/documents/limits.ts';
import { totalOf } from '../../src/graphql/documents/reads.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { fillSandbox } from '../support/full-sandbox.ts';
import { dearestLists, everythingUnder } from '../support/largest-document.ts';

const schema = buildSchema({ sandbox: true });
const documents = createDocuments(schema, { revealsSchema: true });
const tppId = 'PSDNO-FSA-LARGEST';
// The log of requests would add statements.
const bank = await bankOfFile({ requestLog: false });
const tpp = bank.tpp(tppId);
let bare = 0;
beforeAll(async () => {
  await tpp.graphqlRaw('{ viewer { tppId } }');
  // The last baskets hold payments beyond the first hundred.
  await fillSandbox(bank, tppId, { bulks: 5, entries: 20, singles: 200, customers: 20, transactions: 5 });
  bare = (await ask('{ viewer { tppId } }')).statements.length;
}, 60_000);

async function ask(query: string) {
  const statements: string[] = [];
  bank.database.watch((text) => statements.push(text));
  const { json, data } = await tpp.graphqlRaw(query);
  bank.database.watch(null);
  return { statements, errors: json.errors, data };
}

const messageOf = (query: string): string | null => {
  const read = documents.parse(query, null);
  return read instanceof Error ? read.message : null;
};
const readsOf = (query: string): number => {
  const read = documents.parse(query, null);
  if (read instanceof Error) throw read;
  return totalOf(read.reads);
};
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

describe('a list of 100 payments with everything under it', () => {
  it.each([
    ['every field of every type once', 100, 1, 9],
    // Fields under the payments of baskets are loaded after those under the list.
    ['a part of it, the payments of baskets with everything too', 20, 2, 14],
  ])('%s: few statements more than for a bare request', async (_, first, again, most) => {
    const query = `{ ${everythingUnder(schema, 'payments', { args: `(first: ${first})`, again })} }`;
    const { statements, errors, data } = await ask(query);
    expect(errors).toBeUndefined();
    expect(data.payments.edges).toHaveLength(first);
    expect(statements.length - bare, statements.join('\n\n')).toBeLessThanOrEqual(most);
  });
});

describe('five lists at once with everything under each', () => {
  const five = dearestLists(schema);
  const all = `{ ${five.map((name) => everythingUnder(schema, name, { alias: name, args: '(first: 5)' })).join(' ')} }`;

  it('fit, and make as many reads as a document may', async () => {
    expect(five).toHaveLength(5);
    expect(messageOf(all)).toBeNull();
    expect(readsOf(all)).toBe(limits.reads);
    const { statements, errors } = await ask(all);
    expect(errors).toBeUndefined();
    expect(statements.length).toBeLessThanOrEqual(limits.reads + 1);
  });

  it('with one read more they are refused, with the expensive fields and the limit named', () => {
    const more = all.replace(/^\{/, '{ viewer { tppId }');
    const atMost = limits.reads;
    expect(messageOf(more)).toMatch(
      new RegExp(
        `reads ${atMost + 1} times from the database; ${atMost} times are allowed; most reads are for \\w+\\.\\w+ \\d`,
      ),
    );
  });
});

describe('every field of Query with everything under it', () => {
  const apart = new Set(['node']);
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ name, args }) => !apart.has(name) && args.every(({ type }) => !String(type).endsWith('!')))
    .map(({ name, args }) => [name, args.some((one) => one.name === 'first') ? '(first: 5)' : ''] as const);
  it.each(fields)('%s%s costs no more statements than its reads', async (name, args) => {
    const query = `{ ${everythingUnder(schema, name, { args })} }`;
    const { statements, errors } = await ask(query);
    expect(errors).toBeUndefined();
    expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(readsOf(query) + 1);
  });
});

describe('the worst documents are refused with the name of the field', () => {
  const payment = 'payment(paymentId: "00000001-0001-7000-8000-000000000000")';
  const asked = (count: number, field: string) =>
    new RegExp(`asks ${count} times for (?:${field}), .*; ${limits.readsOfOneField} times are allowed`);
  const deep = (levels: number, end: string): string =>
    levels === 0 ? end : `basket { payments { ${end} ${deep(levels - 1, end)} } }`;
  it.each<[string, string, RegExp]>([
    [
      'forty names for the bookings of a hundred payments, with other arguments',
      `{ payments(first: 100) { nodes { ${times(40, (i) => `a${i}: bookings(first: ${i + 1}) { at }`)} } } }`,
      asked(40, 'Payment\\.bookings'),
    ],
    [
      'eleven of them in fragments, beside each other',
      `{ payments(first: 10) { nodes { ${times(11, (i) => `...F${i}`)} } } } ${times(11, (i) => `fragment F${i} on Payment { a${i}: bookings(offset: ${i}) { at } }`)}`,
      asked(11, 'Payment\\.bookings'),
    ],
    [
      'twenty payments by their ids',
      `{ ${times(20, (i) => `a${i}: ${payment} { id }`)} }`,
      asked(20, 'Query\\.payment'),
    ],
    [
      'ten payments, each with all there is',
      `{ ${times(10, (i) => `a${i}: ${payment} { statusHistory { at } authorisations { kind } bookings(first: 1) { at } creditorNames basket { basketId payments { id } } }`)} }`,
      /reads 70 times from the database; \d+ times are allowed; most reads are for .*Payment\.statusHistory 10/,
    ],
    [
      'baskets of payments of baskets, with everything at each level',
      `{ ${payment} { ${deep(7, 'statusHistory { at } authorisations { kind } bookings(first: 1) { at } creditorNames ... on BulkPayment { entries(first: 1) { index } sent: payments(first: 1) { creditorName } }')} } }`,
      /reads \d+ times|costs \d+ fields/,
    ],
    [
      'baskets of payments of baskets to the depth allowed',
      `{ ${payment} { ${deep(9, 'statusHistory { at }')} } }`,
      /nested at most|costs \d+ fields/,
    ],
    [
      'accounts of owners of accounts, other ones at each level',
      `{ sandboxCustomers(first: 1) { nodes { ${times(11, (i) => `a${i}: accounts(offset: ${i}) { customer { id } }`)} } } }`,
      asked(11, 'SandboxCustomer\\.accounts|SandboxAccount\\.customer'),
    ],
    [
      'pages of transactions of every account, each from another day',
      `{ sandboxAccounts { nodes { ${times(11, (i) => `a${i}: transactions(first: 1, fromDate: "2026-01-${i + 10}") { totalCount }`)} } } }`,
      asked(11, '(SandboxAccount\\.transactions|AccountTransactionConnection\\.totalCount)'),
    ],
  ])('%s', (_, query, words) => expect(messageOf(query)).toMatch(words));
});
