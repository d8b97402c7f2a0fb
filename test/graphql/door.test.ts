import { randomUUID } from 'node:crypto';
import { auditServer } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { textOf } from '../documents/markdown.ts';
import { startBank } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { bearer, mutate, mutationOf, sendUnsigned } from '../support/graphql.ts';
import { listenOn } from '../support/listen.ts';
import { faultsOf, freshPsu, productOf } from '../support/payments.ts';

const product = productOf('INDCTS');
const viewer = '{ viewer { tppId } }';
const introspection = '{ __schema { queryType { name } } __typename }';
const createOne = mutationOf('createInstantPayment', 'payment { paymentId } tppMessages { code path }');

const bank = await bankOfFile();
const closed = await bankOfFile({ sandbox: false });
const tpp = bank.tpp();

const post = (raw: string | Uint8Array, headers: Record<string, string | null> = {}) =>
  tpp.rest('POST', '/graphql', { raw, headers });
const get = (
  parameters: Record<string, string> | URLSearchParams | string,
  headers: Record<string, string> = {},
) => tpp.rest('GET', `/graphql?${new URLSearchParams(parameters)}`, { headers });
const codesOf = (json: { errors?: { extensions: { code: string } }[] }) =>
  json.errors?.map(({ extensions }) => extensions.code);
const send = (query: string, variables: object = {}) => JSON.stringify({ query, variables });

describe('200: queries', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'posted as %s',
    async (type) => {
      const answer = await post(send(viewer), { 'content-type': type });
      expect([answer.status, answer.json]).toEqual([200, { data: { viewer: { tppId: 'PSDNO-FSA-TEST1' } } }]);
    },
  );
  it.each([
    ['application/json', 'application/json'],
    ['application/graphql-response+json', 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
    ['*/*', 'json'],
  ])('answered to Accept: %s', async (accept, type) => {
    const answer = await post(send(viewer), { accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
  });
  it.each([
    ['variables', 'x', 'the parameter is not valid JSON: invalid symbol, line 1, column 1'],
    ['extensions', '', 'the parameter is not valid JSON: value expected, line 1, column 1'],
    ['variables', '{"a":1,"a":2}', 'the key "a" appears twice in one object'],
  ])('by GET, with %s of %j, which are named as the place of the fault', async (path, value, text) => {
    const { status, json } = await get({ query: '{ viewer { tppId } }', [path]: value });
    expect(status).toBe(400);
    expect(json.errors[0].extensions.tppMessages).toMatchObject([{ code: 'FORMAT_ERROR', path, text }]);
  });

  it.each([
    ['query', '{ viewer { name } }'],
    ['operationName', ''],
    ['variables', '{}'],
    ['extensions', '{}'],
  ])('by GET, with %s twice, which is refused as in REST', async (path, value) => {
    const once = new URLSearchParams({ query: viewer, operationName: '', variables: '{}', extensions: '{}' });
    const [first, twice] = [await get(once), await get(`${once}&${new URLSearchParams({ [path]: value })}`)];
    expect([first.status, twice.status]).toEqual([200, 400]);
    expect(twice.json.errors[0].extensions.tppMessages).toMatchObject([
      { code: 'FORMAT_ERROR', path, text: 'must be sent only once' },
    ]);
  });

  it('by GET, signed, with variables and an operation name', async () => {
    const query =
      'query A($id: String!) { payment(paymentId: $id) { paymentId } } query B { viewer { tppId } }';
    const b = await get({ query, operationName: 'B' }, { accept: 'application/json' });
    expect([b.status, b.json.data]).toEqual([200, { viewer: { tppId: 'PSDNO-FSA-TEST1' } }]);
    const a = await get({ query, operationName: 'A', variables: '{"id":"none"}' });
    expect(codesOf(a.json)).toEqual(['RESOURCE_UNKNOWN']);
  });
});

describe('400, 405, 406, 415: an invalid GraphQL request', () => {
  it.each([
    ['application/x-www-form-urlencoded', new URLSearchParams({ query: viewer }).toString()],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{ viewer { tppId } }"}\r\n--x--\r\n',
    ],
    ['text/plain', send(viewer)],
    ['application/graphql', viewer],
    ['application/json; charset=utf-16', send(viewer)],
  ])('415: %s', async (type, raw) => {
    const answer = await post(raw, { 'content-type': type });
    expect([answer.status, codesOf(answer.json)], answer.text).toEqual([415, ['BAD_REQUEST']]);
  });
  it.each([
    ['no signature', { signature: null, 'tpp-signature-certificate': null }],
    ['an invalid signature', { date: 'yesterday' }],
    ['a valid one', {}],
  ])('406: an Accept that excludes every form, with %s', async (_, headers) => {
    const answer = await post(send(viewer), { ...headers, accept: 'image/png' });
    expect([answer.status, faultsOf(answer.json.errors[0].extensions.tppMessages)], answer.text).toEqual([
      406,
      ['BAD_REQUEST Accept'],
    ]);
  });
  it('415: no media type at all', async () => {
    expect((await post(Buffer.from(send(viewer)), { 'content-type': null })).status).toBe(415);
  });
  it.each([
    ['no JSON', '{', 'FORMAT_ERROR'],
    ['a key twice', `{"query":"{ viewer { tppId } }","query":"mutation { x }"}`, 'FORMAT_ERROR'],
    ['a list (batch)', `[${send(viewer)}]`, 'BAD_REQUEST'],
    ['no query', '{}', 'BAD_REQUEST'],
    ['a null query', '{"query":null}', 'BAD_REQUEST'],
    ['a query that is no text', '{"query":5}', 'BAD_REQUEST'],
    ['variables that are no object', JSON.stringify({ query: viewer, variables: '{}' }), 'BAD_REQUEST'],
    ['variables in a list', JSON.stringify({ query: viewer, variables: [] }), 'BAD_REQUEST'],
    ['an operation name that is no text', JSON.stringify({ query: viewer, operationName: 5 }), 'BAD_REQUEST'],
    ['extensions that are no object', JSON.stringify({ query: viewer, extensions: 5 }), 'BAD_REQUEST'],
  ])('400: %s', async (_, raw, code) => {
    const answer = await post(raw);
    expect([answer.status, codesOf(answer.json)], answer.text).toEqual([400, [code]]);
    expect(answer.json.data).toBeUndefined();
  });
  it('400: no body', async () => {
    expect(
      (await tpp.rest('POST', '/graphql', { headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400);
  });
  it.each([
    ['a syntax error', '{ viewer {', {}, 'GRAPHQL_PARSE_FAILED'],
    ['an empty document', ' ', {}, 'GRAPHQL_PARSE_FAILED'],
    ['a document of no characters', '', {}, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ viewers { tppId } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['a field without a selection', '{ viewer }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown fragment', '{ ...Missing }', {}, 'GRAPHQL_VALIDATION_FAILED'],
  ])('400: %s carries a code', async (_, query, variables, code) => {
    const answer = await post(send(query, variables), { accept: 'application/graphql-response+json' });
    expect([answer.status, codesOf(answer.json)], answer.text).toEqual([400, [code]]);
  });
  it.each([
    ['syntax', '{ viewer {', {}],
    ['validation', '{ viewers { tppId } }', {}],
    ['limits', `{ ${'a: __typename '.repeat(21)} }`, {}],
    ['persisted queries', undefined, { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }],
  ])(
    'an error of %s has no messages, only a code that docs/errors.md lists',
    async (_, query, extensions) => {
      const { json } = await post(JSON.stringify({ query, extensions }));
      for (const error of json.errors) {
        const { code, status: _, ...others } = error.extensions;
        expect(others, JSON.stringify(error)).toEqual({});
        expect(textOf('docs/errors.md').split('## Documents (GraphQL)')[1]).toContain(`\`${code}\``);
      }
    },
  );
  it('400: a syntax error has its place', async () => {
    const { json } = await post(send('query {\n  viewer { tppId ) }', {}));
    expect(json.errors).toMatchObject([{ locations: [{ line: 2, column: 18 }] }]);
  });
  it('400: an unknown operation name, or none for two operations', async () => {
    for (const operationName of ['C', undefined]) {
      const raw = JSON.stringify({
        query: 'query A { viewer { tppId } } query B { viewer { tppId } }',
        operationName,
      });
      const answer = await post(raw, { accept: 'application/graphql-response+json' });
      expect([answer.status, codesOf(answer.json)?.length, answer.json.data ?? null], answer.text).toEqual([
        400,
        1,
        null,
      ]);
    }
  });
  it('400: a document without an operation', async () => {
    const { json } = await post(send('fragment F on Viewer { tppId }', {}));
    expect(json.errors?.[0]?.message).toBe('query: must contain a query, a mutation or a subscription');
  });
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('405: %s, with Allow', async (method) => {
    const answer = await tpp.rest(
      method,
      '/graphql',
      method === 'OPTIONS' ? {} : { body: { query: viewer } },
    );
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
  it('413: a document of more than 1 MiB', async () => {
    expect((await post(send(`${viewer} #${'x'.repeat(1_100_000)}`))).status).toBe(413);
  });
  it('405: a mutation by GET, which does nothing', async () => {
    const before = await bank.count('payments');
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*']) {
      const answer = await get(
        { query: createOne, variables: JSON.stringify({ input: product.example }) },
        { ...freshPsu(), accept },
      );
      expect(answer.status, answer.text).toBe(405);
    }
    expect(await bank.count('payments')).toBe(before);
  });
});

describe('authentication', () => {
  it('200: anybody may introspect the schema of a sandbox', async () => {
    const answer = await sendUnsigned(bank, introspection);
    expect([answer.status, answer.json.data]).toEqual([
      200,
      { __schema: { queryType: { name: 'Query' } }, __typename: 'Query' },
    ]);
  });
  it.each([
    '{ ...F } fragment F on Query { __schema { queryType { name } } }',
    '{ ... { __typename ...F } } fragment F on Query { ... on Query { __schema { queryType { name } } } }',
  ])('200: fragments do not make it another request: %s', async (query) => {
    const answer = await sendUnsigned(bank, query);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"name":"Query"')]);
  });
  it.each([
    viewer,
    `{ __typename viewer { tppId } }`,
    'mutation { __typename }',
    '{ ... { viewer { tppId } } }',
    '{ ...F } fragment F on Query { viewer { tppId } }',
    '{',
    '',
  ])('an unsigned request may do nothing else: %s', async (query) => {
    const { status, json } = await sendUnsigned(bank, query);
    expect([status, json.data, json.errors[0].extensions]).toMatchObject([
      401,
      undefined,
      { code: 'HTTP_HEADER_REQUIRED', status: 401 },
    ]);
  });
  it('an unsigned request gets first what to send: a token, and where to get one', async () => {
    const [{ message, extensions }] = (await sendUnsigned(bank, viewer)).json.errors;
    expect(message).toMatch(
      /^Authorization: send Authorization: Bearer with a token from the toolkit’s command "token"/,
    );
    expect(extensions.path).toBe('Authorization');
    // A client that prefers to sign finds the headers of a signature after it.
    expect(extensions.tppMessages.map(({ path }: { path: string }) => path)).toContain('Signature');
    expect((await sendUnsigned(closed, viewer)).text).not.toContain('Bearer');
  });
  it('401: outside a sandbox a bearer token is no credential, and no refusal speaks of tokens', async () => {
    const { status, text } = await sendUnsigned(closed, viewer, bearer('abc'));
    expect(status).toBe(401);
    expect(text).not.toMatch(/token/i);
    expect(text).toContain('"path":"Signature"');
  });
  it.each([true, false])('401: no credential has the code that REST has, sandbox %s', async (sandbox) => {
    const one = sandbox ? bank : closed;
    const answer = await sendUnsigned(one, viewer);
    const rest = await one.fetch('/v1/payments/domestic-credit-transfers/x');
    const { tppMessages } = (await rest.json()) as { tppMessages: { code: string; path: string }[] };
    expect([answer.status, rest.status]).toEqual([401, 400]);
    for (const { code, path } of tppMessages)
      expect(answer.json.errors[0].extensions.tppMessages).toContainEqual(
        expect.objectContaining({ code, path }),
      );
  });
  it('400: a part of a signature counts as a request with missing headers', async () => {
    const answer = await bank.fetch('/graphql?query={__typename}', { headers: { signature: 'x' } });
    expect(answer.status).toBe(400);
  });
  it('200: a signed GET with a body, over which its digest is checked', async () => {
    const target = `/graphql?${new URLSearchParams({ query: viewer })}`;
    const statusOf = async (signedBody: string) => {
      const request = { method: 'GET', url: `http://localhost:4000${target}`, headers: {}, body: signedBody };
      const signed = signRequest(request, tpp.identity, { now: new Date(bank.time.now) });
      const headers = { ...Object.fromEntries(signed), host: 'localhost:4000' };
      return (await bank.app.inject({ method: 'GET', url: target, headers, payload: '{}' })).statusCode;
    };
    expect([await statusOf('{}'), await statusOf('{ }')]).toEqual([200, 401]);
  });
  it('401: an invalid signature', async () => {
    const answer = await post(send(viewer), { digest: 'SHA-256=AAAA' });
    expect([answer.status, codesOf(answer.json)]).toEqual([401, ['SIGNATURE_INVALID']]);
  });
  it('outside a sandbox nothing is explored: no introspection, signed or not, no suggestions', async () => {
    expect((await sendUnsigned(closed, introspection)).status).toBe(401);
    const caller = closed.tpp();
    const signed = await caller.graphqlRaw(introspection);
    expect([signed.data ?? null, codesOf(signed.json)], signed.text).toEqual([
      null,
      ['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_VALIDATION_FAILED'].slice(0, signed.json.errors.length),
    ]);
    const misspelt = await caller.graphqlRaw('{ viewr { tppId } }');
    expect(misspelt.json.errors[0].message).not.toMatch(/Did you mean|viewer"/);
    const withoutFields = await caller.graphqlRaw('{ payments { nodes } }');
    expect(withoutFields.json.errors[0].message).toMatch(
      /^Field "nodes" of type .* must have a selection of subfields\.$/,
    );
    const enumValue = await caller.graphqlRaw(
      createOne,
      { input: { ...product.example, purposeCode: 'SALAX' } },
      { headers: freshPsu() },
    );
    expect(enumValue.text).not.toMatch(/Did you mean/);
    const accept = 'text/html,*/*;q=0.8';
    const page = await closed.fetch('/graphql', { headers: { accept } });
    expect([page.status, await page.text()]).toEqual([401, expect.not.stringContaining('<html')]);
    expect((await caller.graphqlRaw(viewer)).status).toBe(200);
  });
});

describe('several mutations in one document', () => {
  const two = `mutation T($a: CreateInstantPaymentInput!, $b: CreateInstantPaymentInput!) {
    first: createInstantPayment(input: $a) { payment { paymentId } tppMessages { code path } }
    second: createInstantPayment(input: $b) { payment { paymentId } tppMessages { code path } } }`;
  const with_ = (text: string) => ({ ...product.example, remittanceInformationUnstructured: text });
  it('each act, and replay together', async () => {
    const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
    const before = await bank.count('payments');
    const variables = { a: with_('a'), b: with_('b') };
    const first = await tpp.graphqlRaw(two, variables, { headers });
    expect(first.data.first.payment.paymentId).not.toBe(first.data.second.payment.paymentId);
    const again = await tpp.graphqlRaw(two, variables, { headers });
    expect([again.text, again.headers.get('idempotent-replay')]).toEqual([first.text, 'true']);
    expect((await bank.count('payments')) - before).toBe(2);
  });
  it('one refused mutation leaves the other done; together they replay', async () => {
    const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
    const before = await bank.count('payments');
    const variables = { a: with_('c'), b: with_('c') };
    const first = await tpp.graphqlRaw(two, variables, { headers });
    expect([
      first.data.first.payment !== null,
      first.data.second.payment,
      faultsOf(first.data.second.tppMessages.map((m: object) => ({ category: 'ERROR', ...m }))),
    ]).toEqual([true, null, ['CONFLICT allowLogicalDuplicate']]);
    expect((await tpp.graphqlRaw(two, variables, { headers })).text).toBe(first.text);
    expect((await bank.count('payments')) - before).toBe(1);
  });
});

describe('503: without the database', () => {
  it('the error is masked, says that it is temporary, and shows no SQL', async () => {
    const lost = await startBank();
    const caller = lost.tpp();
    await caller.graphqlRaw(viewer);
    await lost.database.close();
    const error = console.error;
    console.error = () => undefined;
    try {
      for (const [query, variables] of [
        ['query($id: String!) { payment(paymentId: $id) { paymentId } }', { id: 'x' }],
        [createOne, { input: product.example }],
      ] as const) {
        const answer = await caller.graphqlRaw(query, variables, { headers: freshPsu() });
        expect(codesOf(answer.json), answer.text).toEqual(['SYSTEM_ERROR']);
        expect(answer.json.errors[0].extensions.status).toBe(503);
        expect(answer.text).not.toMatch(
          /select|insert|update|query:|params|CONNECTION|localhost|127\.0\.0\.1|\.ts/i,
        );
      }
      const rest = await caller.rest('GET', '/v1/payments/sepa-credit-transfers/x');
      expect([rest.status, rest.json.code, rest.headers.get('retry-after')]).toEqual([
        503,
        'SYSTEM_ERROR',
        '2',
      ]);
      expect(rest.text).not.toMatch(/select|CONNECTION|127\.0\.0\.1/i);
    } finally {
      console.error = error;
    }
  });
});

describe('ids that cannot be stored', () => {
  it.each(['a\0b', '\ud800', ''])('%j finds nothing', async (id) => {
    const answer = await tpp.graphqlRaw('query($id: String!) { payment(paymentId: $id) { paymentId } }', {
      id,
    });
    expect(codesOf(answer.json), answer.text).toEqual(['RESOURCE_UNKNOWN']);
  });
});

describe('the audit of graphql-http', () => {
  it('passes', async () => {
    const listening = await listenOn(bank.replica().app);
    try {
      const url = `http://127.0.0.1:${listening.port}/graphql`;
      const fetchFn = (target: string, init: RequestInit = {}) => {
        const body = (init.body as string | undefined) ?? null;
        const given = Object.fromEntries(new Headers(init.headers));
        const headers = signRequest(
          { method: init.method ?? 'GET', url: target, headers: given, body },
          tpp.identity,
        );
        if (!('content-type' in given)) headers.delete('content-type');
        return fetch(target, { ...init, headers });
      };
      const results = await auditServer({ url, fetchFn });
      const failed = results
        .filter(({ status }) => status !== 'ok')
        .map(
          (result) =>
            `${result.status} ${result.id} ${result.name}: ${'reason' in result ? result.reason : ''}`,
        );
      expect(results.length).toBeGreaterThan(50);
      expect(failed).toEqual([]);
    } finally {
      await listening.stop(1_000);
    }
  });
});

it('405: HEAD runs no mutation, and reads what GET reads', async () => {
  const mutation =
    'mutation { createSandboxCustomer(input: { customerNumber: "9", name: "A", type: "PRIVATE" }) { tppMessages { code } } }';
  const count = await bank.count('sandbox_customers');
  const refused = await tpp.rest('HEAD', `/graphql?${new URLSearchParams({ query: mutation })}`);
  expect([refused.status, refused.headers.get('allow'), refused.text]).toEqual([405, 'POST', '']);
  expect(await bank.count('sandbox_customers')).toBe(count);
  const read = await tpp.rest('HEAD', `/graphql?${new URLSearchParams({ query: viewer })}`);
  expect([read.status, read.text]).toEqual([200, '']);
});

describe('Accept of 16 KiB', () => {
  it.each([',', '*/*,', 'application/json;a=b,', 'text/html;q=0.1,'])('%j: a small answer', async (part) => {
    const accept = part.repeat(14_000 / part.length);
    const answer = await post(JSON.stringify({ query: viewer }), { accept });
    expect([200, 406]).toContain(answer.status);
    expect(answer.text.length).toBeLessThan(1_000);
    expect([...answer.headers].join().length).toBeLessThan(1_000);
  });
});

describe('the log', () => {
  const named = `mutation Ola_Nordmann_13039319955 { initialiseSandbox(input: {}) { tppMessages { code } } }`;
  const routesOf = async (act: () => Promise<unknown>) => {
    bank.log.length = 0;
    await act();
    return bank.log.map(({ route }) => route);
  };

  it('names an operation by the schema, not by its own name', async () => {
    expect(await routesOf(() => sendUnsigned(bank, named))).toEqual(['mutation initialiseSandbox']);
    expect(await routesOf(() => post(JSON.stringify({ query: named }), { date: 'yesterday' }))).toEqual([
      'unread',
    ]);
    expect(await routesOf(() => post(JSON.stringify({ query: named })))).toEqual([
      'mutation initialiseSandbox',
    ]);
  });
});

describe('a GraphQL text that is too long', () => {
  it('is cut between characters', async () => {
    for (const shift of ['', 'x']) {
      const input = { [`${shift}${'😀'.repeat(600)}`]: 1 };
      const { tppMessages } = await mutate(tpp, 'createConsoleToken', input, 'tppMessages { text }');
      const [{ text }] = tppMessages;
      expect(text.isWellFormed()).toBe(true);
      expect(Array.from(text).length).toBeLessThanOrEqual(512);
    }
  });
});
