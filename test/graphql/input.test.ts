import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '../../src/domain/payments/products/list.ts';
import { faultsCountedAtMost } from '../../src/domain/refusal.ts';
import { variablesOf } from '../../src/graphql/input-faults.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { cheapestLater } from '../support/cost.ts';
import { rounds } from '../support/nightly.ts';
import { freshPsu, productOf } from '../support/payments.ts';

const schema = buildSchema({ sandbox: true });
const bank = await bankOfFile();
const tpp = bank.tpp('PSDNO-FSA-INPUT');

const refusalOf = async (query: string, variables: Record<string, unknown> = {}) => {
  const { json: answer, text } = await tpp.graphqlRaw(query, variables, { headers: freshPsu() });
  expect(answer.errors, text).toHaveLength(1);
  const [{ message, extensions }] = answer.errors;
  return { message, ...extensions };
};

const example = productOf('INDCTS').example as Record<string, unknown>;
const create =
  'mutation($input: CreateInstantPaymentInput!) { createInstantPayment(input: $input) { payment { paymentId } } }';
const cancel = 'mutation($id: String!) { cancelPayment(input: { paymentId: $id }) { payment { id } } }';

describe('one fault, one place: a fault of GraphQL types and a fault of a rule get the same response', () => {
  const messages = 'tppMessages { category code path pathSegments text }';
  const asked = `mutation($input: CreateInstantPaymentInput!) { made: createInstantPayment(input: $input) {
    __typename payment { paymentId } ...M links { self { href } } } }
    fragment M on CreateInstantPaymentPayload { ${messages} }`;
  const fault = (path: string, pathSegments: string[], text: unknown) => ({
    category: 'ERROR',
    code: 'FORMAT_ERROR',
    path,
    pathSegments,
    text,
  });
  const bulk = productOf('BULK_NDCT').example as { payments: object[] };
  const bulkType = 'mutation($input: CreateBulkPaymentInput!) { made: createBulkPayment(input: $input)';
  const sum = (amount: unknown) => ({ instructedAmount: { amount, currency: 'NOK' } });

  it.each<[string, string, Record<string, unknown>, ReturnType<typeof fault>[]]>([
    [
      'a rule',
      asked,
      { input: { ...example, ...sum('1.000') } },
      [fault('instructedAmount.amount', ['instructedAmount', 'amount'], expect.stringContaining('2'))],
    ],
    [
      'a type',
      asked,
      { input: { ...example, ...sum(100) } },
      [fault('instructedAmount.amount', ['instructedAmount', 'amount'], 'must be a string')],
    ],
    [
      'several faults of both kinds',
      asked,
      { input: { ...example, ...sum('1.000'), creditorName: null, purposeCode: 'NONE' } },
      [
        fault('instructedAmount.amount', ['instructedAmount', 'amount'], expect.any(String)),
        fault('creditorName', ['creditorName'], 'is required'),
        fault('purposeCode', ['purposeCode'], expect.stringContaining('must be one of')),
      ],
    ],
    [
      'an item of a list',
      `${bulkType} { ${messages} } }`,
      { input: { ...bulk, payments: [bulk.payments[0], { ...bulk.payments[0], creditorName: 5 }] } },
      [fault('payments[1].creditorName', ['payments', '1', 'creditorName'], 'must be a string')],
    ],
    [
      'the psu',
      asked,
      { input: { ...example, psu: { sessionId: 5 } } },
      [fault('psu.sessionId', ['psu', 'sessionId'], 'must be a string')],
    ],
    [
      'a property that does not exist',
      asked,
      { input: { ...example, branch: 1 } },
      [fault('branch', ['branch'], expect.stringContaining('is not a field'))],
    ],
    [
      'no input at all',
      `mutation($input: CancelPaymentInput!) { made: cancelPayment(input: $input) { ${messages} } }`,
      { input: null },
      [fault('input', ['input'], 'is required')],
    ],
    [
      'a variable inside the input, and another that decides what is shown',
      `mutation($id: String!, $shown: Boolean!) { made: cancelPayment(input: { paymentId: $id }) {
        ${messages} payment @include(if: $shown) { statusHistory { to } } } }`,
      { id: 5, shown: true },
      [fault('paymentId', ['paymentId'], 'must be a string')],
    ],
    [
      'a literal',
      `mutation { made: cancelPayment(input: { paymentId: 5 }) { ${messages} } }`,
      {},
      [fault('paymentId', ['paymentId'], 'must be a string')],
    ],
    [
      'null for a variable that has a default',
      `mutation($id: String = "x") { made: cancelPayment(input: { paymentId: $id }) { ${messages} } }`,
      { id: null },
      [fault('paymentId', ['paymentId'], 'is required')],
    ],
    [
      'null for the whole input, which has a default',
      `mutation($input: CancelPaymentInput = { paymentId: "x" }) { made: cancelPayment(input: $input) { ${messages} } }`,
      { input: null },
      [fault('input', ['input'], 'is required')],
    ],
    ...(['runPaymentBatch(input: { runs: "x" })', 'createConsoleToken(input: { x: 1 })'] as const).map(
      (field): [string, string, Record<string, unknown>, ReturnType<typeof fault>[]] => [
        field,
        `mutation { made: ${field} { ${messages} } }`,
        {},
        [expect.objectContaining({ code: 'FORMAT_ERROR', path: expect.stringMatching(/^(runs|x)$/) })],
      ],
    ),
  ])('%s', async (_, query, variables, expected) => {
    const { json: answer, status, text } = await tpp.graphqlRaw(query, variables, { headers: freshPsu() });
    expect(answer.errors, text).toBeUndefined();
    expect(status).toBe(200);
    expect(answer.data.made.tppMessages).toEqual(expected);
    expect(answer.data.made.payment ?? null).toBeNull();
  });

  it('is logged under its own code', async () => {
    const from = bank.log.length;
    await tpp.graphqlRaw(asked, { input: {} }, { headers: freshPsu() });
    expect(bank.log.slice(from).map(({ code }) => code)).toEqual(['FORMAT_ERROR']);
  });

  it('changes nothing, so that the X-Request-ID can be reused', async () => {
    const headers = { ...freshPsu(), 'psu-context': 'PRIVATE', 'x-request-id': 'mended' };
    await tpp.graphqlRaw(asked, { input: { ...example, creditorName: 5 } }, { headers });
    const { data } = await tpp.graphqlRaw(asked, { input: example }, { headers });
    expect(data.made.tppMessages).toEqual([]);
    expect(data.made.payment.paymentId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['{}', '{ paymentId: 5 }', '{ paymentId: "x", basketId: "x" }'])(
    'an X-Request-ID of another request is reported before the fault of startAuthorisation %s',
    async (input) => {
      const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
      await tpp.graphqlRaw('mutation { initialiseSandbox { __typename } }', {}, { headers });
      const query = `mutation { made: startAuthorisation(input: ${input}) { tppMessages { code path } } }`;
      const { data } = await tpp.graphqlRaw(query, {}, { headers });
      expect(data.made.tppMessages).toEqual([{ code: 'CONFLICT', path: 'X-Request-ID' }]);
    },
  );

  it.each([
    [
      'with several mutations nothing is done, and the error says the same',
      `mutation($id: String!) {
      a: cancelPayment(input: { paymentId: $id }) { ${messages} } b: initialiseSandbox { ${messages} } }`,
      { id: 5 },
    ],
    [
      'where nobody asks for the messages, the error holds them',
      'mutation { cancelPayment(input: { paymentId: 5 }) { payment { id } } }',
      {},
    ],
  ])('%s', async (_, query, variables) => {
    const { json: answer } = await tpp.graphqlRaw(query, variables);
    expect(answer.data ?? null).toBeNull();
    expect(answer.errors[0].extensions.tppMessages).toEqual([
      fault('paymentId', ['paymentId'], 'must be a string'),
    ]);
  });

  it.each<[string, unknown, string[]]>([
    ['a field of the psu', { sessionId: 5 }, ['FORMAT_ERROR psu.sessionId: must be a string']],
    [
      'two fields of the psu',
      { psuId: [], context: 5 },
      [
        'FORMAT_ERROR psu.psuId: must be a string',
        'FORMAT_ERROR psu.context: must be one of PRIVATE, CORPORATE',
      ],
    ],
    ['a code of the psu', { context: 'NONE' }, ['FORMAT_ERROR psu.context: must be PRIVATE or CORPORATE']],
    ['the psu itself', 'x', ['FORMAT_ERROR psu: must be an object']],
    ['a list of psus', [{}], ['FORMAT_ERROR psu: must be an object']],
  ])('%s is not reported as missing where no header is sent', async (_, wrong, expected) => {
    const whole = {
      psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
      sessionId: 's',
      redirectUri: 'https://tpp.example/r',
      ipAddress: '192.0.2.7',
    };
    const isFields = typeof wrong === 'object' && !Array.isArray(wrong);
    const psu = isFields ? { ...whole, ...wrong } : wrong;
    const { json: answer } = await tpp.graphqlRaw(asked, { input: { ...example, psu } });
    const said: { code: string; path: string; text: string }[] = answer.data.made.tppMessages;
    expect(said.map(({ code, path, text }) => `${code} ${path}: ${text}`)).toEqual(expected);
  });

  it.each([{}, { input: null }])(
    '%j: an input that is missing comes after the missing headers',
    async (variables) => {
      const { json: answer } = await tpp.graphqlRaw(asked, variables);
      const said: { code: string; path: string }[] = answer.data.made.tppMessages;
      expect(said[0]?.code).toBe('HTTP_HEADER_REQUIRED');
      expect(said.at(-1)).toEqual(fault('input', ['input'], 'is required'));
      const { json: mended } = await tpp.graphqlRaw(asked, variables, { headers: freshPsu() });
      expect(mended.data.made.tppMessages).toContainEqual(fault('input', ['input'], 'is required'));
    },
  );

  it.each([
    [
      'a fragment',
      `mutation($input: CreateInstantPaymentInput!) { ...F }
      fragment F on Mutation { made: createInstantPayment(input: $input) { ${messages} } }`,
    ],
    [
      'an inline fragment',
      `mutation($input: CreateInstantPaymentInput!) {
      ... on Mutation { made: createInstantPayment(input: $input) { ${messages} } } }`,
    ],
  ])('missing headers come before values of wrong types in %s at the root', async (_, query) => {
    const variables = { input: { ...example, creditorName: 5 } };
    const { json: answer } = await tpp.graphqlRaw(query, variables);
    expect(answer.data.made.tppMessages[0].code).toBe('HTTP_HEADER_REQUIRED');
    const { json: mended } = await tpp.graphqlRaw(query, variables, { headers: freshPsu() });
    expect(mended.data.made.tppMessages).toEqual([
      fault('creditorName', ['creditorName'], 'must be a string'),
    ]);
  });

  it('a wrong default is reported once, at its field', async () => {
    const query = `mutation($input: CreateSandboxCustomerInput = { customerNumber: 5, name: "A", type: PRIVATE }) {
      made: createSandboxCustomer(input: $input) { ${messages} } }`;
    const { json: answer } = await tpp.graphqlRaw(query);
    expect(answer.data.made.tppMessages).toEqual([
      fault('customerNumber', ['customerNumber'], 'must be a string'),
    ]);
  });

  it('a condition of the mutation is not a part of its input', async () => {
    const query = asked
      .replace('$input:', '$shown: Boolean!, $input:')
      .replace(') {\n', ') @include(if: $shown) {\n');
    const variables = { shown: true, input: { ...example, creditorName: 5 } };
    const { json: answer } = await tpp.graphqlRaw(query, variables, { headers: freshPsu() });
    expect(answer.data.made.tppMessages).toEqual([
      fault('creditorName', ['creditorName'], 'must be a string'),
    ]);
  });

  it.each([
    ['query($y: Int = 1, $s: Boolean!) { bankHolidays(year: $y) @skip(if: $s) { date } }', { s: true }],
    [
      'query($y: Int = 1, $s: Boolean = false) { ... @include(if: $s) { bankHolidays(year: $y) { date } } }',
      {},
    ],
    [
      'query($y: Int = 1) { ...F @skip(if: true) } fragment F on Query { bankHolidays(year: $y) { date } }',
      {},
    ],
  ])('null for a default is not a fault where the field is optional: %s', async (query, variables) => {
    const { json: answer } = await tpp.graphqlRaw(query, { y: null, ...variables });
    expect(answer).toEqual({ data: {} });
  });

  it('a variable that fits neither the input nor another place is an error', async () => {
    const query = `mutation($x: String!) { cancelPayment(input: { paymentId: $x }) { ${messages} payment @include(if: $x) { id } } }`;
    const { json: answer } = await tpp.graphqlRaw(query, { x: 5 });
    expect(answer.errors.length).toBeGreaterThan(0);
    const twice = `mutation($x: Int!) { made: cancelPayment(input: { paymentId: "1" }) { ${messages} payment { ... on BulkPayment { entries(first: $x) { index } } } } }`;
    expect((await tpp.graphqlRaw(twice, { x: 'y' })).json.errors[0].extensions).toMatchObject({
      path: 'first',
    });
  });

  it('a query, which has no messages, is refused in the same shape', async () => {
    const { json: answer } = await tpp.graphqlRaw('{ payments(first: 0) { nodes { id } } }');
    expect(answer.errors[0].extensions).toMatchObject({ path: 'first', pathSegments: ['first'] });
    expect(answer.errors[0].extensions.tppMessages).toEqual([fault('first', ['first'], 'must be 1 to 100')]);
  });

  it.each([
    'query { paymentDays(last: 99) { date } }',
    `mutation { cancelPayment(input: { paymentId: "x" }) { ${messages} payment { ... on BulkPayment { entries(first: 0) { index } } } } }`,
  ])('a wrong length of a list gets a response of the usual type and status: %s', async (query) => {
    const responses = ['application/json', 'application/graphql-response+json'].map(async (accept) => {
      const { status, headers, json } = await tpp.graphqlRaw(query, {}, { headers: { accept } });
      expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', status: 400 });
      expect(json).not.toHaveProperty('data');
      return [status, headers.get('content-type')];
    });
    expect(await Promise.all(responses)).toEqual([
      [200, 'application/json; charset=utf-8'],
      [400, 'application/graphql-response+json; charset=utf-8'],
    ]);
  });
});

describe('400 FORMAT_ERROR: the message names the field, the path is that of REST', () => {
  it.each<[string, string, Record<string, unknown>, string, string]>([
    [
      'a field of a body',
      create,
      { input: { ...example, creditorName: 5 } },
      'creditorName',
      'must be a string',
    ],
    ['a missing field', create, { input: { ...example, creditorName: null } }, 'creditorName', 'is required'],
    [
      'a field of the PSU',
      create,
      { input: { ...example, psu: { psuId: 5 } } },
      'psu.psuId',
      'must be a string',
    ],
    [
      'an unknown property',
      create,
      { input: { ...example, branch: 1 } },
      'branch',
      'is not a field of CreateInstantPaymentInput',
    ],
    [
      'a misspelt property of an object in a variable',
      create,
      { input: { ...example, instructedAmount: { amount: '1.00', currency: 'NOK', amont: '1.00' } } },
      'instructedAmount.amont',
      'is not a field of AmountInput; did you mean amount?',
    ],
    [
      'a misspelt property in the document',
      '{ payments(filter: { amountFro: "1" }) { __typename } }',
      {},
      'filter.amountFro',
      'is not a field of PaymentFilter; did you mean amountFrom or amountTo?',
    ],
    ['a variable inside the input', cancel, { id: 5 }, 'paymentId', 'must be a string'],
    ['a variable that is missing', cancel, {}, 'paymentId', 'is required'],
    [
      'a missing variable of a stricter type than its place',
      'mutation($id: String!) { startAuthorisation(input: { paymentId: $id }) { links { self { href } } } }',
      {},
      'paymentId',
      'is required',
    ],
    [
      'an item of a variable of a stricter type than its place',
      'query($s: [PaymentStatus!]) { payments(filter: { statuses: $s }) { edges { cursor } } }',
      { s: ['RCVD', null] },
      'filter.statuses[1]',
      'is required',
    ],
    [
      'a literal',
      'mutation { cancelPayment(input: { paymentId: 5 }) { payment { id } } }',
      {},
      'paymentId',
      'must be a string',
    ],
    [
      'a code in quotes',
      '{ payments(filter: { statuses: ["RCVD", "X"] }) { edges { cursor } } }',
      {},
      'filter.statuses[0]',
      'must be written without quotes: RCVD',
    ],
    [
      'a missing literal',
      'mutation { cancelPayment(input: {}) { payment { id } } }',
      {},
      'paymentId',
      'is required',
    ],
    [
      'an item of a list',
      'query($f: PaymentFilter) { payments(filter: $f) { edges { cursor } } }',
      { f: { statuses: ['RCVD', 'X'] } },
      'filter.statuses[1]',
      'must be one of',
    ],
    [
      'an argument',
      'query($n: Int) { payments(first: $n) { edges { cursor } } }',
      { n: 'x' },
      'first',
      'must be a whole number',
    ],
    [
      'a number that is left out',
      'query($n: Int!) { payments(first: $n) { __typename } }',
      {},
      'first',
      'is required',
    ],
    [
      'null for a number',
      'query($n: Int!) { payments(first: $n) { __typename } }',
      { n: null },
      'first',
      'is required',
    ],
    [
      'a number of more than 32 bits',
      'query($n: Int) { payments(first: $n) { __typename } }',
      { n: 2 ** 31 },
      'first',
      'must be a whole number that fits in 32 bits',
    ],
    [
      'a variable with the name of a property of all objects',
      'query($__proto__: String!) { payment(paymentId: $__proto__) { __typename } }',
      {},
      'paymentId',
      'is required',
    ],
    [
      'null for an argument that has a default',
      'query($year: Int = 2026) { bankHolidays(year: $year) { date } }',
      { year: null },
      'year',
      'is required',
    ],
    [
      'null for a condition that has a default',
      'query($no: Boolean = true) { viewer @skip(if: $no) { tppId } }',
      { no: null },
      'no',
      'is required',
    ],
    [
      'an argument inside a fragment',
      'query($n: Int) { ...F } fragment F on Query { payments(first: $n) { edges { cursor } } }',
      { n: 1.5 },
      'first',
      'must be a whole number',
    ],
    [
      'a day',
      'query($d: LocalDate) { sandboxAccounts { nodes { transactions(fromDate: $d) { edges { cursor } } } } }',
      { d: '2026-02-30' },
      'fromDate',
      'must be an existing date',
    ],
    [
      'a time in the document',
      '{ payments(filter: { createdFrom: "2026-02-30" }) { __typename } }',
      {},
      'filter.createdFrom',
      'must be a date and time of ISO 8601',
    ],
    [
      'a default',
      'query($n: Int = "x") { payments(first: $n) { edges { cursor } } }',
      {},
      'first',
      'must be a whole number',
    ],
    [
      'a default that a sent value replaces',
      'query($n: Int = "x") { payments(first: $n) { edges { cursor } } }',
      { n: 5 },
      'n',
      'must be a whole number',
    ],
  ])('%s', async (_, query, variables, path, text) => {
    const refusal = await refusalOf(query, variables);
    expect(refusal).toMatchObject({ code: 'FORMAT_ERROR', status: 400, path });
    expect(refusal.tppMessages[0].text).toContain(text);
    expect(refusal.message).toMatch(new RegExp(`^${path.replace(/[[\].]/g, '\\$&')}: `));
  });
});

it.each<[string, Record<string, unknown>, string]>([
  ['query($x: Boolean!) { viewer @include(if: $x) { tppId } }', { x: 'y' }, 'must be true or false'],
  ['query($x: Boolean!) { viewer { tppId @skip(if: $x) } }', {}, 'is required'],
  ['query($x: Boolean = true) { ... @skip(if: $x) { viewer { tppId } } }', { x: null }, 'is required'],
  [
    'mutation($x: Boolean!) { cancelPayment(input: { paymentId: "x" }) { payment @include(if: $x) { id } } }',
    { x: 5 },
    'must be true or false',
  ],
])(
  'a wrong variable of @skip or @include is reported under its own name: %s',
  async (query, variables, text) => {
    expect((await refusalOf(query, variables)).tppMessages).toEqual([
      expect.objectContaining({ code: 'FORMAT_ERROR', path: 'x', text }),
    ]);
  },
);

it('a wrong time in the document and in a variable get the same response', async () => {
  const payload = '{ tppMessages { code path text } }';
  const answers = await Promise.all([
    tpp.graphqlRaw(`mutation { advanceSandboxClock(input: { to: "tomorrow" }) ${payload} }`, {}),
    tpp.graphqlRaw(
      `mutation($input: AdvanceSandboxClockInput!) { advanceSandboxClock(input: $input) ${payload} }`,
      { input: { to: 'tomorrow' } },
    ),
  ]);
  const text = 'must be a date and time of ISO 8601 with its offset, in the years 0001 to 9999';
  for (const { json } of answers)
    expect(json.data?.advanceSandboxClock.tppMessages).toEqual([{ code: 'FORMAT_ERROR', path: 'to', text }]);
});

it('a variable that is left out may have the name of a property of all objects', async () => {
  const query =
    'query($constructor: String, $toString: Int) { payments(after: $constructor, first: $toString) { __typename } }';
  expect((await tpp.graphqlRaw(query, {}, { headers: freshPsu() })).json).not.toHaveProperty('errors');
});

describe('faults that only GraphQL finds are listed with those of the body; those outside the body come alone', () => {
  const { creditorName: _, ...nameless } = productOf('CBCT').example as Record<string, unknown>;
  const required = 'creditorName: is required';
  const type = 'CreateCrossBorderPaymentInput';
  const unknown = `creditorNam: is not a field of ${type}; did you mean creditorName or creditorAgent?`;
  const duplicate = 'allowLogicalDuplicate: must be true or false';
  const product = 'product: must be one of NCBCT, CBCT';
  const whole = '$input';
  it.each<[string, Record<string, unknown>, string, string[]]>([
    ['an unknown field', { creditorNam: 'x' }, whole, [required, unknown]],
    ['an unknown field in a valid body', { creditorNam: 'x', creditorName: 'x' }, whole, [unknown]],
    [
      'a field of a wrong type',
      { creditorName: 5, creditorNam: 'x' },
      whole,
      ['creditorName: must be a string', unknown],
    ],
    ['a value of the query', { allowLogicalDuplicate: 'yes', creditorNam: 'x' }, whole, [duplicate]],
    ['a product', { product: 'SCT', creditorNam: 'x' }, whole, [product]],
    ['both', { product: 'x', allowLogicalDuplicate: 5 }, whole, [product, duplicate]],
    [
      'a product in quotes',
      {},
      '{ product: "CBCT", creditorNam: "x" }',
      ['product: must be written without quotes: CBCT'],
    ],
    [
      'more than a hundred',
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`x${n}`, 1])),
      whole,
      [
        required,
        ...Array.from({ length: 98 }, (_, n) => `x${n}: is not a field of ${type}`),
        'null: there are 201 errors; only the first 99 are listed',
      ],
    ],
  ])('%s', async (_, changes, input, expected) => {
    const definition = input === whole ? '($input: CreateCrossBorderPaymentInput!)' : '';
    const said = async (query: string) => {
      const { data } = await tpp.graphqlRaw(
        query,
        { input: { ...nameless, ...changes } },
        { headers: freshPsu() },
      );
      const messages = data.made.tppMessages ?? data.made;
      return messages.map(({ path, text }: { path: string; text: string }) => `${path}: ${text}`);
    };
    expect(
      await said(
        `mutation${definition} { made: createCrossBorderPayment(input: ${input}) { tppMessages { path text } } }`,
      ),
    ).toEqual(expected);
    expect(
      await said(`query${definition} { made: checkCrossBorderPayment(input: ${input}) { path text } }`),
    ).toEqual(expected);
  });

  it.each([[['', 5]], [['', null]], [[5, ...Array.from({ length: 10 }, () => randomUUID())]]])(
    'a basket of %j: both doors find the same faults',
    async (paymentIds) => {
      const { json } = await tpp.rest('POST', '/v1/signing-baskets', {
        body: { paymentIds },
        headers: freshPsu(),
      });
      const { data } = await tpp.graphqlRaw(
        'mutation($ids: [String!]!) { made: createSigningBasket(input: { paymentIds: $ids }) { tppMessages { category code path text } } }',
        { ids: paymentIds },
        { headers: freshPsu() },
      );
      expect(data.made.tppMessages).toEqual(json.tppMessages);
    },
  );

  it('the paths in a list of card transactions are those of REST, each once', async () => {
    const query =
      'mutation { made: createSandboxCardTransactions(input: { transactions: [{ invoiced: "x", y: 1 }] }) { tppMessages { path } } }';
    const { data, text } = await tpp.graphqlRaw(query);
    const paths = data.made.tppMessages.map(({ path }: { path: string }) => path);
    expect(paths, text).toEqual(expect.arrayContaining(['resourceId', '[0].invoiced', '[0].y']));
    expect(paths).toEqual([...new Set(paths)]);
    expect(text).not.toContain('"transactions');
  });
});

describe('a product that the mutation does not create is refused, and so is its check', () => {
  const { example } = productOf('CBCT');
  const others = products.filter(({ graphql }) => graphql.mutation !== 'createCrossBorderPayment');
  it.each([...others.map(({ code }) => code), 'x', 5])('%s', async (product) => {
    const input = { ...example, product };
    const messages = 'tppMessages { code path text }';
    const query = `mutation($input: CreateCrossBorderPaymentInput!) { made: createCrossBorderPayment(input: $input) { payment { product } ${messages} } }`;
    const created = await tpp.graphqlRaw(query, { input }, { headers: freshPsu() });
    const expected = [{ code: 'FORMAT_ERROR', path: 'product', text: 'must be one of NCBCT, CBCT' }];
    expect(created.data.made).toEqual({ payment: null, tppMessages: expected });
    const check =
      'query($input: CreateCrossBorderPaymentInput!) { found: checkCrossBorderPayment(input: $input) { code path text } }';
    expect((await tpp.graphqlRaw(check, { input })).data.found).toEqual(expected);
  });
});

describe('input of any size is refused quickly', () => {
  it.each([
    ['a text that looks like a message of GraphQL', (n: number) => `at "${'a at "b"; '.repeat(n)}`],
    ['a long text', (n: number) => 'a'.repeat(n * 10)],
    ['a text full of suggestions', (n: number) => ' Did you mean '.repeat(n)],
  ])('%s', async (_, text) => {
    const send = async () => {
      await refusalOf('query($n: Int) { payments(first: $n) { edges { cursor } } }', { n: text(20_000) });
      await refusalOf(create, { input: { ...example, [text(20_000)]: 1 } });
    };
    expect(await cheapestLater(send, 2_000)).toBeLessThan(2_000);
  });

  const mutationOf = (name: string, type: string) =>
    `mutation($v: ${type}) { ${name}(input: $v) { tppMessages { path } } }`;
  it.each([
    ['a filter', 'query($v: PaymentFilter) { payments(filter: $v) { __typename } }'],
    ['a text', 'query($v: String!) { payment(paymentId: $v) { __typename } }'],
    ['the size of a page', 'query($v: Int) { payments(first: $v) { __typename } }'],
    ['an input of every TPP', mutationOf('createSandboxCustomer', 'CreateSandboxCustomerInput!')],
    ['an input with a list', mutationOf('createBulkPayment', 'CreateBulkPaymentInput!')],
  ])('90,000 unknown fields as %s', async (_, query) => {
    const v = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, 5]));
    const send = async () => {
      const { text } = await tpp.graphqlRaw(query, { v }, { headers: freshPsu() });
      expect(text).toContain('"path"');
    };
    expect(await cheapestLater(send, 1_000)).toBeLessThan(1_000);
  });

  it('95,000 wrong items: the search ends at the greatest number of faults', () => {
    const { definitions } = parse(
      'query($v: [PaymentStatus!]) { payments(filter: { statuses: $v }) { __typename } }',
    );
    let reads = 0;
    const v = new Proxy(
      Array.from({ length: 95_000 }, () => 1),
      {
        get: (list, key) => {
          reads += 1;
          return Reflect.get(list, key);
        },
      },
    );
    const { wrongValues } = variablesOf(schema, definitions[0] as OperationDefinitionNode, { v });
    expect(wrongValues.get('v')).toHaveLength(faultsCountedAtMost);
    expect(reads).toBeLessThan(2.5 * faultsCountedAtMost);
  });

  it('all variables together report no more wrong values than are counted', () => {
    const { definitions } = parse('query($a: [PaymentStatus], $b: [PaymentStatus]) { a }');
    const sent = { a: Array(faultsCountedAtMost - 1).fill('X'), b: Array(2).fill('X') };
    const { wrongValues } = variablesOf(schema, definitions[0] as OperationDefinitionNode, sent);
    expect([...wrongValues.values()].flat()).toHaveLength(faultsCountedAtMost);
  });

  it('an input that many mutations share is checked, and its faults are reported, once', async () => {
    const made = (alias: string) => `${alias}: createInstantPayment(input: $input) { __typename }`;
    const input = { ...example, creditorName: 5 };
    const aliases = Array.from({ length: 20 }, (_, index) => made(`a${index}`));
    const refusal = await refusalOf(`mutation($input: CreateInstantPaymentInput!) { ${aliases.join(' ')} }`, {
      input,
    });
    expect(refusal.tppMessages).toEqual([
      { ...refusal.tppMessages[0], path: 'creditorName', text: 'must be a string' },
    ]);
  });

  it('a long variable that is used in many places', async () => {
    const uses = Array.from(
      { length: 9 },
      (_, at) => `p${at}: payments(first: 1, filter: $f) { nodes { id } }`,
    );
    const query = `query($f: PaymentFilter, $n: Int) { ${uses.join(' ')} payments(first: $n) { nodes { id } } }`;
    const statuses = Array.from({ length: 20_000 }, () => 'RCVD');
    const send = async () =>
      expect(await refusalOf(query, { f: { statuses }, n: 'x' })).toMatchObject({ path: 'first' });
    expect(await cheapestLater(send, 2_000)).toBeLessThan(2_000);
  });
});

describe('the payload of every mutation names an unknown property of its input', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  it.each(mutations.map(({ name }) => name))('%s', async (name) => {
    const query = `mutation { made: ${name}(input: { branch: 1 }) { tppMessages { code } } }`;
    const { json: answer, text } = await tpp.graphqlRaw(query, {}, { headers: freshPsu() });
    expect(answer.errors, text).toBeUndefined();
    expect(answer.data.made.tppMessages[0]).toEqual({ code: 'FORMAT_ERROR' });
  });
});

/** Values of every kind for a type: such as fit, and such as do not. */
function valuesFor(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  const wrong = fc.constantFrom(
    null,
    undefined,
    'x',
    5,
    1.5,
    3e9,
    true,
    [],
    {},
    ['x'],
    { a: 1 },
    '2026-02-03',
  );
  if (isNonNullType(type)) return fc.oneof({ weight: 9, arbitrary: valuesFor(type.ofType, depth) }, wrong);
  if (isListType(type)) return fc.array(valuesFor(type.ofType, depth - 1), { maxLength: 2 });
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((field) => [
      field.name,
      depth > 0 ? valuesFor(field.type, depth - 1) : wrong,
    ]);
    return fc.oneof(
      { weight: 19, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
      wrong,
    );
  }
  if (isEnumType(type)) return fc.oneof(fc.constantFrom(...type.getValues().map(({ name }) => name)), wrong);
  const right = { Int: 5, Boolean: true, LocalDate: '2026-02-03', DateTime: '2026-02-03T00:00:00Z' };
  return fc.oneof(fc.constant(right[getNamedType(type).name as keyof typeof right] ?? 'text'), wrong);
}

describe('the translator finds a fault exactly where GraphQL finds one, and a compiled query takes the rest', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isInputObjectType(type) || (isEnumType(type) && !type.name.startsWith('__')),
  );
  it.each(types.map((type) => [type.name, type as GraphQLInputObjectType | GraphQLEnumType] as const))(
    '%s',
    async (name, type) => {
      const document = parse(`query Q($value: ${name}) { __typename }`);
      const operation = document.definitions[0] as OperationDefinitionNode;
      const faultsOf = (sent: unknown) =>
        variablesOf(schema, operation, { value: sent }).wrongValues.get('value') ?? [];
      const compiled = compileQuery(schema, document, 'Q');
      if (!isCompiledQuery(compiled)) throw new Error('not compiled');
      await fc.assert(
        fc.asyncProperty(valuesFor(type, 4), async (value) => {
          // JSON has no undefined.
          const sent: unknown = value === undefined ? null : JSON.parse(JSON.stringify(value));
          const faults = faultsOf(sent).map(({ path, text }) => `${path} ${text}`);
          const definitions = operation.variableDefinitions ?? [];
          const { errors } = getVariableValues(schema, definitions, { value: sent });
          expect(
            faults.length > 0,
            `${faults.join()} against ${errors?.map(({ message }) => message).join()}`,
          ).toBe(errors !== undefined);
          if (errors !== undefined) return;
          const { data } = await compiled.query(null, {}, { value: sent });
          expect(data, JSON.stringify(sent)).toEqual({ __typename: 'Query' });
        }),
        { numRuns: rounds(20, 50), seed: 7 },
      );
    },
  );
});

describe('outside a sandbox nothing is suggested', () => {
  let closed: Tpp;
  let production: Bank;
  beforeAll(async () => {
    production = await startBank({ sandbox: false });
    closed = production.tpp();
  });
  afterAll(() => production.stop());

  it('the library suggests names only in these files, which the cases below cover', () => {
    const root = 'node_modules/graphql';
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.mjs'),
    );
    const suggesting = files.filter((file) =>
      readFileSync(`${root}/${file}`, 'utf8').includes('didYouMean('),
    );
    expect(suggesting.sort()).toEqual([
      'jsutils/didYouMean.mjs',
      'type/definition.mjs',
      'utilities/coerceInputValue.mjs',
      'validation/rules/FieldsOnCorrectTypeRule.mjs',
      'validation/rules/KnownArgumentNamesRule.mjs',
      'validation/rules/KnownTypeNamesRule.mjs',
      'validation/rules/PossibleTypeExtensionsRule.mjs',
      'validation/rules/ValuesOfCorrectTypeRule.mjs',
    ]);
  });
  it.each<[string, string, Record<string, unknown>?]>([
    ['a field', '{ paymnts { edges { cursor } } }'],
    ['a type of an interface', '{ payment(paymentId: "x") { creditorAccount { bban } } }'],
    ['an argument', '{ payments(firstt: 1) { edges { cursor } } }'],
    ['an argument of a directive', '{ viewer @skip(iff: true) { tppId } }'],
    ['a type', 'query($f: PaymentFiltr) { payments(filter: $f) { edges { cursor } } }'],
    ['a type of a fragment', '{ ...F } fragment F on Qery { viewer { tppId } }'],
    ['a field of an input', '{ payments(filter: { statuse: RCVD }) { edges { cursor } } }'],
    ['a value of an enum', '{ payments(filter: { statuses: [RCVX] }) { edges { cursor } } }'],
    ['a text for an enum', '{ payments(filter: { statuses: ["RCVD"] }) { edges { cursor } } }'],
    [
      'a field of an input in a variable',
      'query($f: PaymentFilter) { payments(filter: $f) { edges { cursor } } }',
      { f: { statuse: 'RCVD' } },
    ],
    [
      'a value of an enum in a variable',
      'query($f: PaymentFilter) { payments(filter: $f) { edges { cursor } } }',
      { f: { statuses: ['RCVX'] } },
    ],
    ['a number for an enum', '{ payments(filter: { statuses: [1] }) { edges { cursor } } }'],
    [
      'a default of an enum',
      'query($s: PaymentStatus = RCVX) { payments(filter: { statuses: [$s] }) { edges { cursor } } }',
    ],
    [
      'a value that only execution looks at',
      'query($s: [PaymentStatus!] = ["RCVD"]) { payments(filter: { statuses: $s }) { edges { cursor } } }',
    ],
    ['a definition of a type', '{ viewer { tppId } } extend type Qury { a: Int }'],
  ])('%s', async (_, query, variables = {}) => {
    const { text, json: answer } = await closed.graphqlRaw(query, variables);
    expect(answer.errors.length, text).toBeGreaterThan(0);
    expect(text).not.toMatch(/did you mean/i);
  });
});
