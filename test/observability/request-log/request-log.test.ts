import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../../packages/toolkit/src/certificates.ts';
import { sandboxIssuer } from '../../../packages/toolkit/src/issuer.ts';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { authority, type Bank, psuHeaders, startBank, type Tpp, tppOf } from '../../support/bank.ts';
import { otherKey, sharedKey } from '../../support/keys.ts';
import { freshPsu } from '../../support/payments.ts';
import { domesticPath, newPayment } from '../../support/story.ts';
import {
  certificateHeader,
  entryOf,
  headerOf,
  logOf,
  resultsOf,
  sendSigned,
  temporaryFolder,
} from './support.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

const example = () => ({ ...domestic.example, remittanceInformationUnstructured: randomUUID() });
const create = async (headers: Record<string, string | null> = {}, body: unknown = example()) => {
  const xRequestId = randomUUID();
  const answer = await tpp.rest('POST', domesticPath, {
    body,
    headers: { ...freshPsu(), 'x-request-id': xRequestId, ...headers },
  });
  return { answer, xRequestId };
};

describe('a request that was served', () => {
  it('is logged with headers, bodies, times and all checks passed, as soon as it was answered', async () => {
    const body = example();
    const { answer, xRequestId } = await create({}, body);
    expect(answer.status).toBe(201);
    const entry = await entryOf(tpp, xRequestId);
    expect(entry).toMatchObject({
      method: 'POST',
      path: domesticPath,
      operationName: null,
      status: 201,
      code: null,
      xRequestId,
      requestBody: JSON.stringify(body),
      at: new Date(bank.time.now).toISOString(),
      signature: null,
    });
    expect(resultsOf(entry)).toBe('PPPPPPPP');
    expect(entry.checks.map(({ name }) => name)).toEqual([
      'REQUEST',
      'HEADERS',
      'SIGNATURE',
      'REQUEST_ID',
      'QUERY',
      'BODY',
      'PSU_SESSION',
      'RULES',
    ]);
    const spent = entry.checks.reduce((sum, { durationMs }) => sum + (durationMs ?? Number.NaN), 0);
    expect(spent).toBeCloseTo(entry.durationMs, 1);
    expect(entry.durationMs).toBeGreaterThan(0);
    expect(headerOf(entry.requestHeaders, 'psu-ip-address')).toBe(psuHeaders['psu-ip-address']);
    expect(headerOf(entry.requestHeaders, 'tpp-signature-certificate')).toBe(certificateHeader(tpp.identity));
    expect(headerOf(entry.responseHeaders, 'x-request-id')).toBe(xRequestId);
    expect(JSON.parse(entry.responseBody ?? '').paymentId).toBe(answer.json.paymentId);
  });

  it('is logged for both doors, with the name of the GraphQL operation', async () => {
    const xRequestId = randomUUID();
    await tpp.graphqlRaw('query WhoAmI { viewer { tppId } }', {}, { requestId: xRequestId });
    const entry = await entryOf(tpp, xRequestId);
    expect(entry).toMatchObject({ path: '/graphql', operationName: 'WhoAmI', status: 200, code: null });
    expect(resultsOf(entry)).toBe('PPPPPPPP');
    expect(entry.requestBody).toContain('WhoAmI');
  });

  it('keeps its query in the path, and is found by the path without it', async () => {
    const path = '/v1/sandbox/customers';
    const xRequestId = randomUUID();
    await tpp.rest('GET', `${path}?limit=2`, { requestId: xRequestId });
    const found = await logOf(tpp, { path });
    expect(found.map((one) => one.xRequestId)).toContain(xRequestId);
    expect(found.find((one) => one.xRequestId === xRequestId)?.path).toBe(`${path}?limit=2`);
    expect(await logOf(tpp, { path: `${path}?limit=2` })).toEqual([]);
  });
});

describe('a request that was refused', () => {
  const cases: readonly [string, string, () => Promise<{ xRequestId: string }>][] = [
    ['BODY', 'PPPPPFSS', () => create({}, { ...example(), creditorName: '' })],
    ['PSU_SESSION', 'PPPPPPFS', () => create({ 'psu-context': null })],
    ['HEADERS', 'PFSSSSSS', () => create({ 'psu-context': 'CORPORATE' })],
    ['RULES', 'PPPPPPPF', () => create({}, { ...example(), requestedExecutionDate: '2001-01-01' })],
    [
      'QUERY',
      'PPPPFSSS',
      async () => {
        const xRequestId = randomUUID();
        const path = '/v1/payments/no-such-product';
        await tpp.rest('POST', path, {
          body: example(),
          headers: { ...freshPsu(), 'x-request-id': xRequestId },
        });
        return { xRequestId };
      },
    ],
    ['HEADERS', 'PFSSSSSS', () => create({ 'psu-ip-address': null })],
    ['REQUEST', 'FSSSSSSS', () => create({ 'content-type': 'text/plain' })],
  ];
  it.each(cases)('shows that %s failed, and the skipped steps after it', async (name, results, send) => {
    const { xRequestId } = await send();
    const entry = await entryOf(tpp, xRequestId);
    expect(resultsOf(entry)).toBe(results);
    const failed = entry.checks.find(({ result }) => result === 'FAILED');
    expect(failed?.name).toBe(name);
    expect(failed?.detail).toContain(entry.code ?? '-');
    expect(
      entry.checks.filter(({ result }) => result === 'SKIPPED').every((one) => one.durationMs === null),
    ).toBe(true);
  });

  it('shows the same for an X-Request-ID that was used for another request', async () => {
    const { xRequestId } = await create();
    await create({ 'x-request-id': xRequestId });
    const [again, first] = await logOf(tpp, { xRequestId });
    expect([again?.code, again && resultsOf(again)]).toEqual(['CONFLICT', 'PPPFSSSS']);
    expect(first && resultsOf(first)).toBe('PPPPPPPP');
  });

  it.each([
    ['the first ERROR of a payload', 'FORMAT_ERROR', 'PPPPPFSS', { creditorName: '' }, {}],
    ['a challenge', 'PSU_CREDENTIALS_INVALID', 'PPPPPPFS', {}, { 'psu-context': null }],
    ['a rule', 'EXECUTION_DATE_INVALID', 'PPPPPPPF', { requestedExecutionDate: '2001-01-01' }, {}],
  ] as const)('within a 200 of GraphQL: %s', async (_, code, results, changes, headers) => {
    const xRequestId = randomUUID();
    const answer = await tpp.graphqlRaw(
      'mutation Pay($input: CreateDomesticPaymentInput!) { createDomesticPayment(input: $input) { payment { paymentId } } }',
      { input: { ...example(), ...changes } },
      { headers: { ...freshPsu(), 'x-request-id': xRequestId, ...headers } },
    );
    expect(answer.status).toBe(200);
    const entry = await entryOf(tpp, xRequestId);
    expect([entry.code, entry.operationName, resultsOf(entry)]).toEqual([code, 'Pay', results]);
  });

  it.each([
    ['{ viewer { tppId', 'PPPPFSSS'],
    ['{ viewer { nothing } }', 'PPPPFSSS'],
    ['{ payment(paymentId: "x") { paymentId } }', 'PPPPPPPF'],
  ])('an error of GraphQL: %s', async (query, results) => {
    const xRequestId = randomUUID();
    await tpp.graphqlRaw(query, {}, { requestId: xRequestId });
    const entry = await entryOf(tpp, xRequestId);
    expect([entry.code === null, resultsOf(entry)]).toEqual([false, results]);
  });

  it('the unknown hash of a document is no failure of the service', async () => {
    const xRequestId = randomUUID();
    const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) };
    const headers = { 'x-request-id': xRequestId };
    await tpp.rest('POST', '/graphql', { body: { extensions: { persistedQuery } }, headers });
    const entry = await entryOf(tpp, xRequestId);
    expect([entry.code, resultsOf(entry)]).toEqual(['PERSISTED_QUERY_NOT_FOUND', 'PPPPFSSS']);
  });

  it.each([
    ['query Q($first: Int) { payments(first: $first) { totalCount } }', { first: 'x' }],
    ['mutation Q { createDomesticPayment(input: { psu: { psuId: 5 } }) { payment { paymentId } } }', {}],
  ])('a value of the wrong type is a fault of the body: %s', async (query, variables) => {
    const xRequestId = randomUUID();
    await tpp.graphqlRaw(query, variables, { requestId: xRequestId });
    expect(resultsOf(await entryOf(tpp, xRequestId))).toBe('PPPPPFSS');
  });

  it('for its role: its signature is valid, so its body is logged', async () => {
    const other = bank.tpp('PSDNO-FSA-AISP', ['PSP_AI']);
    const xRequestId = randomUUID();
    const body = example();
    const answer = await other.rest('POST', domesticPath, {
      body,
      headers: { ...psuHeaders, 'x-request-id': xRequestId },
    });
    expect(answer.json.code).toBe('ROLE_INVALID');
    const entry = await entryOf(other, xRequestId);
    expect([entry.code, resultsOf(entry), entry.requestBody]).toEqual([
      'ROLE_INVALID',
      'PPFSSSSS',
      JSON.stringify(body),
    ]);
  });
});

describe('a signature that does not verify', () => {
  const variants: readonly [string, (right: string, lines: string[]) => string][] = [
    ['another order', (_, lines) => [...lines].reverse().join('\n')],
    ['some other order', (_, [first = '', ...others]) => [...others, first].join('\n')],
    ['CRLF', (_, lines) => lines.join('\r\n')],
    ['a line break at the end', (right) => `${right}\n`],
    [
      'names as they are written elsewhere',
      (right) =>
        right
          .replace('date:', 'Date:')
          .replace('digest:', 'Digest:')
          .replace('x-request-id:', 'X-Request-ID:')
          .replace('psu-id:', 'PSU-ID:')
          .replace('tpp-redirect-uri:', 'TPP-Redirect-URI:'),
    ],
  ];
  it.each(variants)('shows both signing strings and their first difference: %s', async (_, text) => {
    const { xRequestId, status, right } = await sendSigned(bank, tpp.identity, text);
    expect(status).toBe(401);
    const entry = await entryOf(tpp, xRequestId);
    const received = text(right, right.split('\n'));
    expect(resultsOf(entry)).toBe('PPFSSSSS');
    expect(entry.signature?.expected).toBe(right);
    expect(entry.signature?.received).toBe(received);
    const at = entry.signature?.firstDifference ?? -1;
    expect(right.slice(0, at)).toBe(received.slice(0, at));
    expect(right[at]).not.toBe(received[at]);
  });

  it('shows one string only when no known variant fits, and no body', async () => {
    const { xRequestId, right } = await sendSigned(bank, tpp.identity, () => 'something else');
    const entry = await entryOf(tpp, xRequestId);
    expect(entry.signature).toEqual({ expected: right, received: null, firstDifference: null });
    expect([entry.requestBody, entry.responseBody, entry.code]).toEqual([null, null, 'SIGNATURE_INVALID']);
    expect(entry.checks[2]?.detail).toContain('signing string');
  });

  it('shows both digests, and both keyIds', async () => {
    const digest = await sendSigned(
      bank,
      tpp.identity,
      (right) => right.replace(/digest: .*/, 'digest: SHA-256=AAAA'),
      (headers) => headers.set('digest', 'SHA-256=AAAA'),
    );
    const { signature } = await entryOf(tpp, digest.xRequestId);
    expect([signature?.received, signature?.firstDifference]).toEqual(['SHA-256=AAAA', expect.any(Number)]);
    expect(signature?.expected).toMatch(/^SHA-256=[\w+/]{43}=$/);
    const keyId = await sendSigned(
      bank,
      tpp.identity,
      (right) => right,
      (headers) => headers.set('signature', (headers.get('signature') ?? '').replace('SN=', 'SN=F')),
    );
    const compared = (await entryOf(tpp, keyId.xRequestId)).signature;
    expect(compared?.received).toMatch(/^SN=F[\dA-F]+,CA=/);
    expect(compared?.expected).toMatch(/^SN=[\dA-F]+,CA=/);
  });

  it('is shown to the TPP of the certificate, even outside of its dates', async () => {
    const expired = issueCertificate({
      authority,
      organizationIdentifier: 'PSDNO-FSA-TEST1',
      organizationName: 'Old',
      commonName: 'seal',
      roles: ['PSP_PI'],
      privateKeyPem: sharedKey(),
      notBefore: new Date(bank.time.now - 9 * 86_400_000),
      notAfter: new Date(bank.time.now - 86_400_000),
    });
    const { xRequestId, status } = await sendSigned(bank, expired, (right) => right);
    expect(status).toBe(401);
    expect(await entryOf(tpp, xRequestId)).toMatchObject({ code: 'CERTIFICATE_EXPIRED', requestBody: null });
  });

  it('is shown to nobody when the issuer of the certificate is not trusted', async () => {
    const { createAuthority } = await import('../../../packages/toolkit/src/certificates.ts');
    const stranger = createAuthority({
      commonName: 'Test CA',
      privateKeyPem: otherKey(authority.privateKeyPem),
      notBefore: new Date(bank.time.now - 86_400_000),
      notAfter: new Date(bank.time.now + 86_400_000),
    });
    const identity = issueCertificate({
      authority: stranger,
      organizationIdentifier: 'PSDNO-FSA-TEST1',
      organizationName: 'Stranger',
      commonName: 'seal',
      privateKeyPem: sharedKey(),
      roles: ['PSP_PI'],
      notBefore: new Date(bank.time.now - 86_400_000),
      notAfter: new Date(bank.time.now + 86_400_000),
    });
    const { xRequestId, status } = await sendSigned(bank, identity, (right) => right);
    const early = await sendSigned(
      bank,
      identity,
      (right) => right,
      (headers) => headers.delete('date'),
    );
    expect([status, early.status]).toEqual([401, 400]);
    for (const id of [xRequestId, early.xRequestId]) expect(await logOf(tpp, { xRequestId: id })).toEqual([]);
  });
});

describe('the log', () => {
  it('lists entries newest first, in pages, and by its filters, times inclusive', async () => {
    const other = bank.tpp('PSDNO-FSA-PAGES');
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const requestId of ids) await other.rest('GET', '/v1/sandbox/customers', { requestId });
    const page = (args: string) =>
      other.graphqlRaw(
        `query ReadLog { requestLog(filter: { path: "/v1/sandbox/customers" }, ${args}) { totalCount nodes { xRequestId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      );
    const first = (await page('first: 2')).data.requestLog;
    expect(first.nodes.map((one: { xRequestId: string }) => one.xRequestId)).toEqual([ids[4], ids[3]]);
    expect([first.totalCount, first.pageInfo.hasNextPage]).toEqual([5, true]);
    const next = (await page(`first: 9, after: "${first.pageInfo.endCursor}"`)).data.requestLog;
    expect(next.nodes.map((one: { xRequestId: string }) => one.xRequestId)).toEqual([ids[2], ids[1], ids[0]]);
    const back = (await page(`last: 1, before: "${next.pageInfo.startCursor}"`)).data.requestLog;
    expect(back.nodes.map((one: { xRequestId: string }) => one.xRequestId)).toEqual([ids[3]]);
    const now = new Date(bank.time.now).toISOString();
    const later = new Date(bank.time.now + 1).toISOString();
    const path = '/v1/sandbox/customers';
    expect(await logOf(other, { path, since: now, until: now })).toHaveLength(5);
    expect(await logOf(other, { path, since: later })).toEqual([]);
    expect(await logOf(other, { path, status: 200 })).toHaveLength(5);
    expect(await logOf(other, { path, status: 99_999 })).toEqual([]);
    expect(await logOf(other, { path, code: 'FORMAT_ERROR' })).toEqual([]);
    expect((await page('first: 101')).json.errors[0].extensions.code).toBe('FORMAT_ERROR');
  });

  it('belongs to one TPP, in its list and by every global id', async () => {
    const { xRequestId } = await create();
    const { id } = await entryOf(tpp, xRequestId);
    const other = bank.tpp('PSDNO-FSA-OTHER');
    expect(await logOf(other, { xRequestId })).toEqual([]);
    const node = (who: Tpp) =>
      who.graphqlRaw(`query ReadLog { node(id: "${id}") { id ... on LoggedRequest { xRequestId } } }`);
    expect((await node(tpp)).data.node).toEqual({ id, xRequestId });
    expect((await node(other)).data.node).toBeNull();
    const malformed = Buffer.from('LoggedRequest:x').toString('base64');
    expect((await tpp.graphqlRaw(`{ node(id: "${malformed}") { id } }`)).data.node).toBeNull();
  });

  it('is shared by all replicas, with their requests in one order', async () => {
    bank.time.now += 5;
    const replica = bank.replica();
    const there = tppOf(replica.app, tpp.identity, replica.time);
    const [one, two] = [randomUUID(), randomUUID()];
    await there.rest('GET', '/v1/sandbox/customers', { requestId: one });
    await there.graphqlRaw('query ReadLog { requestLog(first: 1) { totalCount } }');
    bank.time.now += 5;
    await tpp.rest('GET', '/v1/sandbox/accounts', { requestId: two });
    const seen = (await logOf(tpp, {}, 20)).map(({ xRequestId }) => xRequestId);
    expect(seen.indexOf(two)).toBeLessThan(seen.indexOf(one));
    expect(seen).toContain(one);
    await replica.stop();
  });

  it('stores responses with log entries without their body', async () => {
    const requestId = randomUUID();
    await tpp.graphqlRaw('query Look { requestLog(first: 1) { nodes { requestBody } } }', {}, { requestId });
    const entry = await entryOf(tpp, requestId);
    expect([entry.operationName, entry.responseBody]).toEqual(['Look', null]);
    expect(entry.requestBody).toContain('Look');
  });

  it('cuts long bodies and shows their full length', async () => {
    const { xRequestId } = await create({}, { ...example(), long: 'x'.repeat(100_000) });
    const { requestBody } = await entryOf(tpp, xRequestId);
    expect(requestBody?.length).toBeLessThan(33_000);
    expect(requestBody).toMatch(/… \(\d{6} bytes in all\)$/);
  });

  it('stores any bytes of a body', async () => {
    const xRequestId = randomUUID();
    await tpp.rest('POST', domesticPath, {
      raw: Uint8Array.from([0, 255, 123, 0]),
      headers: { ...freshPsu(), 'x-request-id': xRequestId },
    });
    expect((await entryOf(tpp, xRequestId)).requestBody).toBe('\0\uFFFD{\0');
  });
});

describe('secrets', () => {
  it('tickets of links are masked, in responses and in replays', async () => {
    const { answer, xRequestId } = await create();
    const [, ticket = ''] = /\/sca\/([\w-]{32,})"/.exec(answer.text) ?? [];
    expect(ticket).not.toBe('');
    const entry = await entryOf(tpp, xRequestId);
    expect(entry.responseBody).toBe(answer.text.replaceAll(ticket, '*'.repeat(ticket.length)));
  });

  it('tokens are masked where they are created and where they are sent, keys of certificates as well', async () => {
    const issuing = await startBank({ issueCertificate: sandboxIssuer(await temporaryFolder()) });
    const owner = issuing.tpp();
    const { data } = await owner.graphqlRaw(
      'mutation M { made: createConsoleToken(input: {}) { secret: token } certificate: createSandboxCertificate(input: { name: "New" }) { certificate { privateKey } } }',
    );
    const { secret } = data.made;
    const key: string = data.certificate.certificate.privateKey;
    const asked = await issuing.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ query: 'query ByToken { viewer { tppId } }' }),
    });
    expect(asked.status).toBe(200);
    const entries = await logOf(owner);
    const byToken = entries.find(({ operationName }) => operationName === 'ByToken');
    expect(headerOf(byToken?.requestHeaders ?? [], 'authorization')).toBe('Bearer ***');
    const made = entries.find(({ operationName }) => operationName === 'M');
    expect(made?.responseBody).toContain('"secret":"***"');
    expect(made?.responseBody).toContain('"privateKey":"***"');
    const rows = JSON.stringify(await issuing.sql`select * from logged_requests`);
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(key.split('\n')[3]);
    await issuing.stop();
  });

  it('the cookie of the console is masked; its requests are logged', async () => {
    const demo = { tppId: 'PSDNO-FSA-CONSOLE', name: 'Console TPP', roles: null };
    const opened = await bank.fetch(`/?ticket=${await bank.app.issueTicket('CONSOLE', demo)}`, {
      redirect: 'manual',
    });
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const ask = async (query: string) => {
      const headers = { 'content-type': 'application/json', cookie, 'x-console-request': '1' };
      const answer = await bank.fetch('/graphql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
      return (await answer.json()) as any;
    };
    await ask('query Screen { viewer { tppId } }');
    const { data } = await ask(
      'query ReadLog { requestLog { nodes { operationName requestHeaders { name value } } } }',
    );
    const [node] = data.requestLog.nodes;
    expect(node.operationName).toBe('Screen');
    expect(headerOf(node.requestHeaders, 'cookie')).toBe('***');
    const others = await ask('query ReadLog { requestLog(filter: { fromConsole: false }) { totalCount } }');
    expect(others.data.requestLog.totalCount).toBe(0);
  });

  it('pages of the PSU are not logged', async () => {
    const { answer } = await create();
    const link = new URL(answer.json._links.scaRedirect.href);
    await bank.fetch(link.pathname);
    expect((await logOf(tpp)).some(({ path }) => path.startsWith('/sca'))).toBe(false);
  });
});

describe('with SANDBOX=false', () => {
  it('nothing is written, and the schema does not mention the log', async () => {
    const real = await startBank({ sandbox: false });
    await newPayment(real.tpp());
    const { json } = await real.tpp().graphqlRaw('{ requestLog { totalCount } }');
    expect(json.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    await real.app.stop(1_000);
    expect(await real.count('logged_requests')).toBe(0);
    await real.stop();
  });
});
