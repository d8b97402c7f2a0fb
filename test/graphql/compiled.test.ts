import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'graphql';
import { compileQuery } from 'graphql-jit';
import { describe, expect, it } from 'vitest';
import { compilationLimits, mayCompile } from '../../src/graphql/plugins/compiled-queries.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { newPayment } from '../support/story.ts';

const bank = await bankOfFile({
  compilation: {
    ...compilationLimits,
    pauseMs: 0,
    onCompiled: ({ name }) => compiled.push(name?.value),
  },
});
const tpp = bank.tpp();
const compiled: (string | undefined)[] = [];
for (let count = 0; count < 5; count += 1) await newPayment(tpp);

async function twice(query: string, variables: Record<string, unknown>) {
  const answers = [];
  for (let index = 0; index <= compilationLimits.minimumUses; index += 1)
    answers.push(await tpp.graphqlRaw(query, variables));
  return { interpreted: answers[0], compiled: answers.at(-1) };
}

const sameWords: Readonly<Record<string, [string, Record<string, unknown>?]>> = {
  Lists: [
    `query Lists { payments(first: 3) { edges { cursor node { id paymentId product transactionStatus createdAt
      totalAmount { amount currency } statusHistory { from to at reason } links { self { href verbs } }
      basket { basketId payments { paymentId } } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
  ],
  Kinds: [
    `query Kinds($first: Int = 2) { payments(first: $first) { edges { node { __typename ...Short
      ... on DomesticPayment { creditorName requestedExecutionDate } ... on BulkPayment { entries { transactionStatus } } } } }
      viewer { tppId } other: viewer { name } } fragment Short on Payment { paymentId }`,
  ],
  Filters: [
    `query Filters($filter: PaymentFilter!, $last: Int) { payments(filter: $filter, last: $last) { edges { node { paymentId } } } }`,
    { filter: { statuses: ['RCVD'], text: 'a', createdFrom: '2020-01-01T00:00:00Z' }, last: 2 },
  ],
  Written: [
    'query Written { payments(filter: { statuses: [RCVD, CANC] }, first: 2) { edges { node { paymentId } } } }',
  ],
  Sandbox: [
    `query Sandbox { sandboxCustomers { nodes { id customerNumber customerType } } sandboxAccounts { nodes { resourceId balances { balanceAmount { amount } }
      transactions(first: 5) { edges { node { transactionId } } } } } bankHolidays(year: 2026) { date name } }`,
  ],
  Nothing: ['query Nothing($id: String!) { payment(paymentId: $id) { paymentId } }', { id: 'none' }],
  Fault: [
    'query Fault($after: String) { payments(after: $after) { edges { cursor } } viewer { tppId } }',
    { after: 'x' },
  ],
};

describe('a compiled query returns the interpreter’s result', () => {
  it.each(Object.entries(sameWords))('%s', async (name, [query, variables = {}]) => {
    const answers = await twice(query, variables);
    // Fields of fragments may come in another order.
    expect(answers.compiled?.json).toEqual(answers.interpreted?.json);
    expect(answers.compiled?.status).toBe(answers.interpreted?.status);
    expect(
      compiled.filter((one) => one === name),
      answers.compiled?.text,
    ).toHaveLength(1);
  });

  it('also when the variables change, are wrong, or are missing', async () => {
    const query = 'query Change($first: Int!) { payments(first: $first) { edges { node { paymentId } } } }';
    await twice(query, { first: 1 });
    expect(compiled).toContain('Change');
    expect((await tpp.graphqlRaw(query, { first: 4 })).data.payments.edges).toHaveLength(4);
    const unseen = query.replace('Change', 'Plains');
    for (const variables of [{}, { first: 'x' }, { first: null }, { first: 0 }, { first: 2.5 }]) {
      const [one, other] = [await tpp.graphqlRaw(query, variables), await tpp.graphqlRaw(unseen, variables)];
      expect([one.status, one.text]).toEqual([other.status, other.text]);
      expect(one.json.errors).toBeDefined();
    }
  });
});

describe('a value that the interpreter refuses', () => {
  it('is refused at every use of the query', async () => {
    const query = 'query Refused($f: PaymentFilter) { payments(filter: $f) { edges { cursor } } }';
    await twice(query, { f: {} });
    expect(compiled).toContain('Refused');
    const { json: answer } = await tpp.graphqlRaw(query, { f: [] });
    expect(answer.errors?.[0].message).toBe('filter: must be an object');
  });
});

const documentOf = (text: string) => ({ text, document: parse(text, { noLocation: true }) });

describe('a document with a directive is never compiled', () => {
  it.each([
    ['on a field', '{ a @include(if: true) }'],
    ['on a spread', '{ ...F @skip(if: false) } fragment F on Query { a }'],
    ['on an inline fragment', '{ ... @include(if: true) { a } }'],
    ['within a fragment', '{ ...F } fragment F on Query { a @custom }'],
    ['on a fragment', '{ ...F } fragment F on Query @custom { a }'],
    ['on the operation', 'query @custom { a }'],
    ['on a variable', 'query ($x: Int @custom) { a(x: $x) }'],
    ['in another operation', 'query A { a } query B { a @custom }'],
  ])('%s', (_, query) => expect(mayCompile(documentOf(query))).toBe(false));
});

describe('only names and whole numbers reach the compiler', () => {
  // Text that this library's compiler would turn into code as a constant argument.
  const poison = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.poisoned=true';

  it.each([
    ['an argument', `query P { payment(paymentId: "${poison}") { id } }`],
    ['an argument in blocks', `query P { payment(paymentId: """${poison}""") { id } }`],
    ['a field of an input', `query P { payments(filter: { text: "${poison}" }) { edges { cursor } } }`],
    [
      'a default',
      `query P($text: String = "${poison}") { payments(filter: { text: $text }) { edges { cursor } } }`,
    ],
  ])('a text as %s keeps the query with the interpreter', async (_, query) => {
    expect(mayCompile(documentOf(query))).toBe(false);
    const before = compiled.length;
    await twice(query, {});
    expect(compiled).toHaveLength(before);
    expect(globalThis).not.toHaveProperty('poisoned');
  });

  it('a text in a variable stays a value', async () => {
    const query = 'query Poisoned($text: String!) { payments(filter: { text: $text }) { edges { cursor } } }';
    const answers = await twice(query, { text: poison });
    expect(compiled).toContain('Poisoned');
    expect(answers.compiled?.text).toBe(answers.interpreted?.text);
    expect(globalThis).not.toHaveProperty('poisoned');
  });

  it.each([
    ['a number with a fraction', '{ a(x: 1.5) }', false],
    ['introspection', '{ __schema { types { name } } }', false],
    ['an alias that names the prototype', '{ __proto__: a }', false],
    [
      'enums, whole numbers, lists and objects',
      '{ a(x: [1, NOK, { y: null, z: true }]) { __typename } }',
      true,
    ],
  ])('%s', (_, query, may) => expect(mayCompile(documentOf(query))).toBe(may));

  it('a document beyond the bound is not compiled', () => {
    const padded = (length: number) => documentOf('{ a }'.padEnd(length));
    expect(mayCompile(padded(compilationLimits.charactersAtMost))).toBe(true);
    expect(mayCompile(padded(compilationLimits.charactersAtMost + 1))).toBe(false);
  });
});

it('mutations are never compiled', async () => {
  const query =
    'mutation Never($id: String!) { cancelPayment(input: { paymentId: $id }) { tppMessages { code } } }';
  await twice(query, { id: 'none' });
  expect(compiled).not.toContain('Never');
});

it('releases compiled queries', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const schema = buildSchema({ sandbox: true });
  const [query = ''] = sameWords.Lists ?? [];
  const compile = (from: number, count: number) => {
    for (let index = from; index < from + count; index += 1)
      compileQuery(schema, parse(query.replace('Lists', `Q${index}`)), `Q${index}`);
  };
  compile(0, 10);
  const before = held();
  compile(10, 50);
  expect((held() - before) / 50).toBeLessThan(12_000);
});
