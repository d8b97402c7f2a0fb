import { isDeepStrictEqual } from 'node:util';
import {
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf, findCostFault } from '../../src/graphql/documents/cost.ts';
import { createDocuments } from '../../src/graphql/documents/documents.ts';
import { limits } from '../../src/graphql/documents/limits.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { fillSandbox, none } from '../support/full-sandbox.ts';
import { freshPsu, productOf } from '../support/payments.ts';

const schema = buildSchema({ sandbox: true });

// The log of requests would add statements.
const bank = await bankOfFile({ requestLog: false });
const tpp = bank.tpp();

function judgedCost(
  query: string,
  variableValues: Readonly<Record<string, unknown>> = {},
): number | null | string {
  const read = createDocuments(schema, { revealsSchema: true }).parse(query, null);
  if (read instanceof Error) throw read;
  const cost = costOf(read, variableValues);
  const fault = cost === null ? null : findCostFault(cost, read.operation);
  return fault === null ? cost : `${fault.extensions.code}: ${fault.message}`;
}

const codeOf = async (query: string) =>
  (await tpp.graphqlRaw(query)).json.errors?.[0]?.extensions.code ?? 'accepted';
const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

const deep = (levels: number) =>
  `{ __type(name: "Query") { ${'ofType { '.repeat(levels - 2)} name ${'} '.repeat(levels - 2)} } }`;

describe('bounds of a document hold at n and refuse n + 1', () => {
  it.each([
    ['aliases', (n: number) => `{ viewer { ${repeat(n, (i) => `a${i}: tppId`)} } }`, limits.aliases],
    [
      'aliases of __typename',
      (n: number) => `{ viewer { ${repeat(n, (i) => `a${i}: __typename`)} } }`,
      limits.aliases,
    ],
    ['fields at the top', (n: number) => `{ ${repeat(n, () => 'viewer { tppId }')} }`, limits.rootFields],
  ])('%s', async (_, query, bound) => {
    expect(await codeOf(query(bound))).toBe('accepted');
    expect(await codeOf(query(bound + 1))).toBe('BAD_REQUEST');
  });

  it('cost of a subscription, with each list at its longest', () => {
    const entries = (first: number, count: number) =>
      `a${first}: entries(first: ${first}) { ${repeat(count, () => 'index')} }`;
    const subscription = (fields: number) =>
      `subscription { paymentStatusChanged { ... on BulkPayment { ${entries(1_000, 198)} ${entries(100, 19)} ${repeat(fields - 199_903, () => 'paymentId')} } } }`;
    expect(judgedCost(subscription(limits.subscriptionFields))).toBe(limits.subscriptionFields);
    expect(judgedCost(subscription(limits.subscriptionFields + 1))).toMatch(
      /^BAD_REQUEST: the document costs 200001 fields, 200000 are allowed/,
    );
  });

  it('cost, in fields times the lists that repeat them', () => {
    // A page of 100 with 98 fields each, ten times, then what is missing to 100,000.
    const page = (size: number, fields: number) =>
      `payments(first: ${size}) { edges { ${repeat(fields, (i) => (i % 2 ? 'cursor' : '__typename'))} } }`;
    const query = (cost: number) =>
      `{ ${repeat(10, (i) => `a${i}: ${page(100, 98)}`)} ${page(10, 88).replace('payments', 'signingBaskets')} viewer { ${repeat(cost - 99_902, () => 'tppId')} } }`;
    expect(judgedCost(query(limits.cost))).toBe(limits.cost);
    expect(judgedCost(query(limits.cost + 1))).toMatch(/^BAD_REQUEST: the document costs 100001 fields/);
  });

  it('cost by the arguments of a list, as literals, variables or defaults of variables', () => {
    const page = (parameters: string, args: string) =>
      `query${parameters} { payments${args} { nodes { id } } }`;
    const withVariable = page('($n: Int)', '(first: $n)');
    expect([
      judgedCost(page('', '(first: 7)')),
      judgedCost(withVariable, { n: 7 }),
      judgedCost(withVariable, { n: 100 }),
      judgedCost(withVariable),
      judgedCost(page('($n: Int = 7)', '(last: $n)')),
      judgedCost(page('', '')),
      judgedCost(page('', '(first: 1000000)')),
      judgedCost(page('', '(first: -1)')),
    ]).toEqual([15, 15, 201, 51, 15, 51, 201, 3]);
    const read = createDocuments(schema, { revealsSchema: true }).parse(
      page('($n: Int = 1)', '(first: $n)'),
      null,
    );
    if (read instanceof Error) throw read;
    // A missing number takes the default of its variable; null has none.
    const costs = [{}, { n: null }, { n: 9 }, {}].map((variables) => costOf(read, variables));
    expect(costs).toEqual([3, 51, 19, 3]);
  });

  it('cost of a mutation, with each list at its longest; of a query, at its usual length', () => {
    const bulk = '... on BulkPayment { entries { index } }';
    const mutation = `mutation { createBulkPayment(input: {}) { payment { ${bulk} } } }`;
    expect(judgedCost(`{ payment(paymentId: "x") { ${bulk} } }`)).toBe(7);
    expect(judgedCost(mutation)).toBe(1_003);
  });

  it('cost, before a mutation acts and before a stream begins', async () => {
    const entry =
      'creditorName debtorName purposeCode creditorAccount { bban currency } debtorAccount: debtorName';
    const shown = `... on BulkPayment { payments { ${entry} instructedAmount { amount currency } } }`;
    const create = (index: number) => `a${index}: createBulkPayment(input: $i) { payment { ${shown} } }`;
    const mutation = (count: number) => `mutation($i: CreateBulkPaymentInput!) { ${repeat(count, create)} }`;
    const before = await bank.count('payments');
    const answer = await tpp.graphqlRaw(
      mutation(12),
      { i: productOf('BULK_NDCT').example },
      { headers: { ...freshPsu(), accept: 'application/graphql-response+json' } },
    );
    expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.json.errors[0].message).toMatch(/^the document costs \d+ fields, 100000 are allowed/);
    expect(await bank.count('payments')).toBe(before);
    const entries = repeat(
      49,
      (i) => `a${i}: entries { index transactionStatus reason instructedAmount { amount currency } }`,
    );
    const { text } = await tpp.graphqlRaw(
      `subscription { paymentStatusChanged { ... on BulkPayment { ${entries} } } }`,
    );
    expect(text).toMatch(/the document costs 294050 fields, 200000 are allowed/);
    expect(bank.app.events.listenerCount()).toBe(0);
  });

  it('every list of objects declares its length', () => {
    const types = Object.values(schema.getTypeMap()).filter(
      (type) => (isObjectType(type) || isInterfaceType(type)) && !isIntrospectionType(type),
    ) as GraphQLObjectType[];
    const lists = types.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => isListType(getNullableType(field.type)) && !isLeafType(getNamedType(field.type)))
        .map(({ name, extensions }) => [`${type.name}.${name}`, extensions.complexity] as const),
    );
    expect(lists.length).toBeGreaterThan(30);
    const byDefault = { field: 1, multiplier: 1_000 };
    expect(lists.filter(([, complexity]) => isDeepStrictEqual(complexity, byDefault))).toEqual([]);
  });

  it('depth', async () => {
    expect(await codeOf(deep(limits.depth))).toBe('accepted');
    expect(await codeOf(deep(limits.depth + 1))).toBe('BAD_REQUEST');
  });

  it('introspection, which counts like the lists that it repeats', async () => {
    const whole = getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, specifiedByUrl: true });
    expect(await codeOf(whole)).toBe('accepted');
    const types = '__schema { types { fields { type { fields { name description } } } } }';
    expect(await codeOf(`{ ${types} }`)).toBe('accepted');
    const many = (count: number) => `{ ${repeat(count, (i) => `a${i}: ${types}`)} }`;
    // 1 + 1 + 100 + 600 + 600 + 3,600 × 2 fields each: twelve times that is too much.
    expect([await codeOf(many(11)), await codeOf(many(12))]).toEqual(['accepted', 'BAD_REQUEST']);
    const deeper = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }';
    expect(await codeOf(deeper)).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  it('lists in arguments, by literals and by variables, with short responses', async () => {
    const query = 'query L($filter: PaymentFilter) { payments(filter: $filter) { edges { cursor } } }';
    const listed = (count: number) => ({ filter: { statuses: Array(count).fill('RCVD') } });
    expect((await tpp.graphqlRaw(query, listed(20))).json.errors).toBeUndefined();
    for (const count of [21, 70_000]) {
      const { json } = await tpp.graphqlRaw(query, listed(count));
      expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'filter.statuses' });
    }
    const literal = `{ payments(filter: { statuses: [${repeat(21, () => 'RCVD')}] }) { edges { cursor } } }`;
    expect(await codeOf(literal)).toBe('FORMAT_ERROR');
  });

  it.each([
    [
      'createSandboxCardTransactions',
      'mutation L($items: [CardTransactionInput!]!) { createSandboxCardTransactions(input: { resourceId: "x", transactions: $items }) { tppMessages { code } } }',
    ],
    [
      'createBulkPayment',
      'mutation L($items: [BulkPaymentEntryInput!]!) { createBulkPayment(input: { payments: $items }) { tppMessages { code } } }',
    ],
  ])('40,000 empty items for %s are refused in few words', async (_, query) => {
    const { data, text } = await tpp.graphqlRaw(query, { items: Array(40_000).fill({}) });
    const [payload] = Object.values<{ tppMessages: { code: string }[] }>(data);
    expect(payload?.tppMessages[0]?.code).toMatch(/^(FORMAT_ERROR|HTTP_HEADER_REQUIRED)$/);
    expect(text.length).toBeLessThan(50_000);
  });

  it('tokens', async () => {
    const tokens = (n: number) => `{ viewer { ${'tppId '.repeat(n - 5)}} }`;
    expect(await codeOf(tokens(limits.tokens))).not.toBe('GRAPHQL_PARSE_FAILED');
    expect(await codeOf(tokens(limits.tokens + 1))).toBe('GRAPHQL_PARSE_FAILED');
  });

  it('page sizes, with the place of the argument', async () => {
    expect(await codeOf('{ payments(first: 100) { edges { cursor } } }')).toBe('accepted');
    for (const query of [
      '{ payments(first: 101) { edges { cursor } } }',
      '{ payments(first: 0) { edges { cursor } } }',
    ]) {
      const { json } = await tpp.graphqlRaw(query);
      expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'first' });
    }
    expect(await codeOf('{ bankHolidays(year: 1899) { date } }')).toBe('FORMAT_ERROR');
  });

  it('nested values, by their own bound', async () => {
    const { json } = await tpp.graphqlRaw(
      `{ payments(first: ${'['.repeat(110)}1${']'.repeat(110)}) { totalCount } }`,
    );
    expect(json.errors[0].message).toBe(
      `nodes and lists of a document may be nested at most ${limits.nesting} deep`,
    );
  });

  it('a depth of 5,000 and circles of fragments are refused, never a 500', async () => {
    expect(await codeOf(`{ ${'payment { '.repeat(5_000)} id ${'} '.repeat(5_000)} }`)).toMatch(
      /BAD_REQUEST|GRAPHQL_PARSE_FAILED/,
    );
    expect(await codeOf('query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }')).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
    const wide = repeat(12, (i) => `fragment f${i} on Viewer { ...f${i + 1} ...f${i + 1} }`);
    expect(await codeOf(`{ viewer { ...f0 } } ${wide} fragment f12 on Viewer { tppId }`)).not.toBe(
      'SYSTEM_ERROR',
    );
  });
});

describe('a list of 100 payments with everything under it', () => {
  it('is within the bounds and costs at most 8 statements', async () => {
    const full = bank.tpp('PSDNO-FSA-LISTS');
    await full.graphqlRaw('{ viewer { tppId } }');
    await fillSandbox(bank, 'PSDNO-FSA-LISTS', { ...none, singles: 100, customers: 10 });
    const statements: string[] = [];
    bank.database.watch((text) => statements.push(text));
    const query = `{ payments(first: 100) { edges { cursor node { id paymentId product transactionStatus createdAt debtorName fundsAvailable
      totalAmount { amount currency } creditorNames transactionFees { amount currency } debtorAccount { bban iban currency }
      statusHistory { from to at reason } links { self { href verbs } status { href } startAuthorisation { href } }
      basket { basketId transactionStatus payments { paymentId transactionStatus } links { self { href } } } } } pageInfo { hasNextPage endCursor } }
      sandboxAccounts { nodes { resourceId bban balances { balanceAmount { amount } } customer { customerNumber customerName } links { self { href } } } }
      sandboxCustomers { nodes { customerNumber agreements { id } links { self { href } } } }
      viewer { tppId clock } }`;
    const answer = await full.graphqlRaw(query);
    bank.database.watch(null);
    expect(answer.json.errors).toBeUndefined();
    expect(answer.data.payments.edges).toHaveLength(100);
    expect(answer.data.payments.edges[99].node.basket.payments).toHaveLength(10);
    expect(answer.data.sandboxAccounts.nodes.length).toBeGreaterThan(1);
    expect(statements.length, statements.join('\n')).toBeGreaterThan(0);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8);

    statements.length = 0;
    bank.database.watch((text) => statements.push(text));
    const [, list = ''] = /^\{ (payments[\s\S]*?)\n *sandboxAccounts/.exec(query) ?? [];
    const became =
      'authorisations { kind scaStatus links { scaRedirect { href } } } bookings(first: 9) { at } statusHistory';
    const counted = list
      .replace('edges', 'totalCount nodes { creditorNames } edges')
      .replace('statusHistory', became);
    const { data } = await full.graphqlRaw(`{ ${counted} }`);
    bank.database.watch(null);
    expect(data.payments.totalCount).toBeGreaterThanOrEqual(100);
    expect(data.payments.nodes).toHaveLength(100);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8);
  });
});
