import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';

const bank = await bankOfFile();
const tpp = bank.tpp('PSDNO-FSA-HOSTILE');

const id = '0190a0a0-0000-7000-8000-000000000000';
const base64 = (text: string) => Buffer.from(text).toString('base64url');

const list =
  'query($f: PaymentFilter, $first: Int, $last: Int, $after: String, $before: String) { payments(filter: $f, first: $first, last: $last, after: $after, before: $before) { edges { cursor } } }';
const requests =
  'query($f: RequestLogFilter, $after: String, $before: String) { requestLog(filter: $f, after: $after, before: $before) { edges { cursor } } }';
const cards = (args: string) =>
  `{ sandboxCardAccounts { nodes { transactions(bookingStatus: both, ${args}) { edges { cursor } } } } }`;
const accounts = (args: string) =>
  `{ sandboxAccounts { nodes { transactions(${args}) { edges { cursor } } } } }`;

const instants = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01',
  1e15,
  -1,
];
const days = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '10000-01-01', '-0001-01-01'];
const ids = [
  '',
  'x',
  '\u0000',
  '\ud800',
  'a'.repeat(10_000),
  base64('DomesticPayment:\u0000'),
  base64(`SandboxAccount:${'x'.repeat(9_000)}`),
  base64('Nope:1'),
  base64('Viewer:1'),
  base64('__proto__:1'),
  base64('constructor:1'),
];
const byId = [
  'query($i: ID!) { node(id: $i) { id } }',
  'query($i: String!) { payment(paymentId: $i) { id } }',
  'query($i: String!) { signingBasket(basketId: $i) { id } }',
  'query($i: String!) { sandboxCustomer(customerId: $i) { id } }',
  'query($i: String!) { sandboxAccount(resourceId: $i) { id } }',
  'query($i: String!) { sandboxCardAccount(resourceId: $i) { id } }',
  'mutation($i: String!) { cancelPayment(input: { paymentId: $i }) { tppMessages { code } } }',
  'mutation($i: String!) { startAuthorisation(input: { paymentId: $i }) { tppMessages { code } } }',
  'mutation($i: String!) { startAuthorisation(input: { basketId: $i }) { tppMessages { code } } }',
  'mutation($i: String!) { startCancellationAuthorisation(input: { paymentId: $i }) { tppMessages { code } } }',
  'mutation($i: String!) { completeAuthorisation(input: { authorisationId: $i, outcome: APPROVE, customerNumber: $i }) { tppMessages { code } } }',
  'mutation($i: String!) { deleteSigningBasket(input: { basketId: $i }) { tppMessages { code } } }',
  'mutation($i: String!) { setSandboxBalances(input: { resourceId: $i, balances: [{ balanceAmount: { amount: "1.00", currency: NOK } }] }) { tppMessages { code } } }',
  'mutation($i: String!) { createSandboxCardTransactions(input: { resourceId: $i, transactions: [] }) { tppMessages { code } } }',
  'subscription($i: String!) { paymentStatusChanged(paymentId: $i) { id } }',
];

type Case = readonly [query: string, variables: Readonly<Record<string, unknown>>];
const cases: Readonly<Record<string, readonly Case[]>> = {
  'times of a filter': instants.flatMap((at) => [
    [list, { f: { createdFrom: at } }],
    [list, { f: { createdTo: at } }],
  ]),
  'amounts of a filter': [
    '999999999999999999.99999',
    '0',
    '-1',
    '1e5',
    '',
    '00000000000000000000000001',
    '٣',
  ].map((amountFrom) => [list, { f: { amountFrom } }]),
  'texts of a filter': ['\u0000', '\ud800', '%', '\\', '😀', 'x'.repeat(141), ''].map((text) => [
    list,
    { f: { text } },
  ]),
  'sizes of a page': [-1, 0, 101, 2_147_483_647, 2_147_483_648, 1.5].flatMap((size) => [
    [list, { first: size }],
    [list, { last: size }],
  ]),
  cursors: [`0 ${id}`, `99999999999999 ${id}`, `-1 ${id}`, `1 ${id} 1`, ` ${id}`, `1 ${'-'.repeat(36)}`].map(
    (place) => [list, { after: base64(place), before: base64(place) }],
  ),
  'cursors of the log of requests': ['-'.repeat(36), 'f'.repeat(36), id.replaceAll('0', 'f'), id].map(
    (place) => [requests, { after: base64(place), before: base64(place) }],
  ),
  'days and cursors of transactions': [
    ...days.flatMap((day): Case[] => [
      [`query($d: LocalDate) ${cards('fromDate: $d, toDate: $d')}`, { d: day }],
      [`query($d: LocalDate) ${accounts('fromDate: $d, toDate: $d')}`, { d: day }],
    ]),
    ...[`0001-01-01 ${id} 0`, `0000-01-01 ${id} 0`, `9999-12-31 ${id} 999999999`].map(
      (place): Case => [`query($a: String) ${accounts('after: $a, before: $a')}`, { a: base64(place) }],
    ),
    ...['0001-01-01 0', '9999-12-31 99999999999999'].map(
      (place): Case => [`query($a: String) ${cards('after: $a, last: 3')}`, { a: base64(place) }],
    ),
  ],
  years: [-2_147_483_648, 0, 1, 1583, 9_999, 10_000, 2_147_483_647].map((year) => [
    'query($y: Int!) { bankHolidays(year: $y) { date } }',
    { y: year },
  ]),
  ids: ids.flatMap((one) => byId.map((query): Case => [query, { i: one }])),
  durations: ['P', '', 'P9999999999Y', 'P-1D', 'x', '\u0000', 'P1.5D', 'P5Y1D'].map((by) => [
    'mutation($by: String) { advanceSandboxClock(input: { by: $by }) { tppMessages { code } } }',
    { by },
  ]),
  'times of the clock': instants.map((to) => [
    'mutation($to: DateTime) { advanceSandboxClock(input: { to: $to }) { tppMessages { code } } }',
    { to },
  ]),
  'counts of runs': [0, 51, -1, 2_147_483_647].map((runs) => [
    'mutation($runs: Int) { runPaymentBatch(input: { runs: $runs }) { tppMessages { code } } }',
    { runs },
  ]),
};

describe('no value of an argument makes the service fail', () => {
  it.each(Object.entries(cases))('%s', async (_, some) => {
    for (const [query, variables] of some) {
      const { status, text } = await tpp.graphqlRaw(query, variables);
      const what = `${query.slice(0, 80)} ${JSON.stringify(variables).slice(0, 120)}: ${text.slice(0, 300)}`;
      expect(status, what).toBeLessThan(500);
      expect(text, what).not.toMatch(/SYSTEM_ERROR|"status":50\d/);
    }
  });
});

describe('a refused mutation says so in its payload, with code and path as in REST', () => {
  const nul = 'a\0b';
  const said = '{ tppMessages { code path } }';
  it.each<[string, string, string, string]>([
    ['cancelPayment', `paymentId: $i`, 'RESOURCE_UNKNOWN', 'paymentId'],
    ['startAuthorisation', `paymentId: $i`, 'RESOURCE_UNKNOWN', 'paymentId'],
    ['startAuthorisation', `basketId: $i`, 'RESOURCE_UNKNOWN', 'basketId'],
    ['startCancellationAuthorisation', `paymentId: $i`, 'RESOURCE_UNKNOWN', 'paymentId'],
    ['completeAuthorisation', `authorisationId: $i, outcome: APPROVE`, 'SCA_NOT_FOUND', 'authorisationId'],
    [
      'completeAuthorisation',
      `authorisationId: "x", outcome: APPROVE, customerNumber: $i`,
      'RESOURCE_UNKNOWN',
      'customerNumber',
    ],
    ['deleteSigningBasket', `basketId: $i`, 'RESOURCE_UNKNOWN', 'basketId'],
    [
      'setSandboxBalances',
      `resourceId: $i, balances: [{ balanceAmount: { amount: "1.00", currency: NOK } }]`,
      'RESOURCE_UNKNOWN',
      'resourceId',
    ],
    ['advanceSandboxClock', `by: $i`, 'FORMAT_ERROR', 'by'],
  ])('%s with NUL in %s', async (name, input, code, path) => {
    const { json, text } = await tpp.graphqlRaw(
      `mutation($i: String!) { it: ${name}(input: { ${input} }) ${said} }`,
      { i: nul },
    );
    expect(json.errors, text).toBeUndefined();
    expect(json.data.it.tppMessages).toEqual([{ code, path }]);
  });

  it.each([0, 51, -1])('runPaymentBatch(runs: %d)', async (runs) => {
    const { json, text } = await tpp.graphqlRaw(
      `mutation { it: runPaymentBatch(input: { runs: ${runs} }) ${said} }`,
    );
    expect(json.errors, text).toBeUndefined();
    expect(json.data.it.tppMessages).toEqual([{ code: 'FORMAT_ERROR', path: 'runs' }]);
  });

  it.each<[string, string, string]>([
    ['sandboxAccount(resourceId: $i) { id }', 'RESOURCE_UNKNOWN', 'resourceId'],
    ['sandboxCardAccount(resourceId: $i) { id }', 'RESOURCE_UNKNOWN', 'resourceId'],
    ['sandboxCustomer(customerId: $i) { id }', 'RESOURCE_UNKNOWN', 'customerId'],
    ['signingBasket(basketId: $i) { id }', 'RESOURCE_UNKNOWN', 'basketId'],
    ['payments(filter: { text: $i }) { edges { cursor } }', 'FORMAT_ERROR', 'filter.text'],
    ['requestLog(filter: { code: $i }) { totalCount }', 'FORMAT_ERROR', 'filter.code'],
    ['requestLog(filter: { path: $i }) { totalCount }', 'FORMAT_ERROR', 'filter.path'],
    ['requestLog(filter: { xRequestId: $i }) { totalCount }', 'FORMAT_ERROR', 'filter.xRequestId'],
  ])('and a query in its error: %s', async (field, code, path) => {
    const { json, text } = await tpp.graphqlRaw(`query($i: String!) { ${field} }`, { i: nul });
    expect(json.errors?.[0].extensions, text).toMatchObject({ code, path });
  });
});

describe('the root of a subscription takes no condition', () => {
  const field = 'paymentStatusChanged';
  it.each([
    `subscription { ${field} @skip(if: true) { id } }`,
    `subscription { ${field} @include(if: false) { id } }`,
    `subscription($i: Boolean = true) { ${field} @skip(if: $i) { id } }`,
    `subscription($i: Boolean!) { ...F @include(if: $i) } fragment F on Subscription { ${field} { id } }`,
    `subscription { ...F } fragment F on Subscription { ... @skip(if: true) { ${field} { id } } }`,
  ])('%s', async (query) => {
    const { status, text, errors } = await refusedStream(query);
    expect(status, text).toBe(200);
    expect(errors, text).toHaveLength(1);
    expect(errors[0].extensions, text).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
    expect(errors[0].message).toMatch(/@(skip|include)/);
    expect(errors[0].locations).toHaveLength(1);
  });

  async function refusedStream(query: string) {
    const { status, text } = await tpp.graphqlRaw(query, { i: true });
    const [, data = '{}'] = /^data: (.*)$/m.exec(text) ?? [];
    return { status, text, ...JSON.parse(data) };
  }
});

describe('a global id', () => {
  it.each(['', 'x', base64('Nope:1'), base64('Viewer:1'), base64('DomesticPayment:')])(
    '%j is invalid: FORMAT_ERROR',
    async (globalId) => {
      const { json } = await tpp.graphqlRaw('query($i: ID!) { node(id: $i) { id } }', { i: globalId });
      expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'id' });
    },
  );
});
