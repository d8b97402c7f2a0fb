import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { type Answer, psuHeaders, type RestOptions } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { injectRequest } from '../support/inject.ts';
import { expectAnswerMatches } from '../support/openapi.ts';
import { faultsOf, freshPsu, pathOf, productOf, warningsOf } from '../support/payments.ts';

const product = productOf('INDCTS');
const path = pathOf(product);
const text = JSON.stringify(product.example);

const bank = await bankOfFile();
const tpp = bank.tpp();
await tpp.rest('GET', `${path}/none`);
let rows: number;
beforeEach(async () => {
  rows = await count();
});

async function count(): Promise<number> {
  const [row] = await bank.sql`
    select (select count(*) from payments)::int + (select count(*) from request_answers)::int + (select count(*) from authorisations)::int as count`;
  return row?.count as number;
}

async function refused(answer: Answer, status: number, faults: readonly string[]): Promise<void> {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { id, system, code, message, tppMessages } = answer.json;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect([system, answer.json.status, typeof code, typeof message]).toEqual([
    'psd2-bank',
    status,
    'string',
    'string',
  ]);
  for (const entry of tppMessages) expect(Array.from(entry.text as string).length).toBeLessThanOrEqual(512);
  expect(faultsOf(tppMessages)).toEqual([...faults].sort());
  expect(faults.some((fault) => fault.startsWith(code))).toBe(true);
  expect(answer.text).not.toMatch(/select |insert |node_modules|at \w+ \(/);
  expect(await count()).toBe(rows);
}

const post = (options: RestOptions, target = path) => {
  const headers = { ...freshPsu(), 'x-request-id': randomUUID(), ...options.headers };
  return tpp.rest('POST', target, { ...options, headers });
};
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('400: a body that is not a JSON value of its kind', () => {
  it.each<[string, string | Uint8Array]>([
    ['nothing but space', '  '],
    ['half an object', text.slice(0, -1)],
    ['a comma too many', '{"a":1,}'],
    ['a comment', `/* hello */ ${text}`],
    ['single quotes', "{'a':1}"],
    ['two values', `${text}${text}`],
    ['a form', 'a=1&b=2'],
    ['XML', '<payment/>'],
    ['NaN', '{"a":NaN}'],
    ['a raw NUL', `{"a":"\0"}`],
    ['a raw line break in a text', '{"a":"\n"}'],
    ['not UTF-8', bytes('{"creditorName":"', [0xe6], '"}')],
    ['an overlong byte', bytes('{"creditorName":"', [0xc0, 0x80], '"}')],
    ['a raw surrogate', bytes('{"creditorName":"', [0xed, 0xa0, 0x80], '"}')],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['a truncated emoji', bytes(text.slice(0, -2), [0xf0, 0x9f, 0x98])],
    ['a key twice', text.replace('{', '{"creditorName":"Somebody",')],
    ['a key twice, once escaped', text.replace('{', '{"creditor\\u004eame":"Somebody",')],
    ['a key twice, deep', text.replace('"bban":', '"bban":"1","bban":')],
    ['a key twice in an ignored property', text.replace('{', '{"x":[{"y":{"z":1,"z":2}}],')],
    ['__proto__ twice', text.replace('{', '{"__proto__":1,"__proto__":2,')],
    ['65 levels of lists', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['65 levels in an ignored property', text.replace('{', `{"x":${'['.repeat(65)}${']'.repeat(65)},`)],
    ['100,000 levels of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['40,000 levels of objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['a list', '[]'],
    ['a number', '1e999'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['true', 'true'],
  ])('%s', async (_, raw) => {
    await refused(await post({ raw }), 400, ['FORMAT_ERROR body']);
  });

  it('no body at all', async () => {
    const answer = await post({
      headers: { digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
    });
    await refused(answer, 400, ['FORMAT_ERROR body']);
  });
});

describe('a body of an operation without one', () => {
  const writes: readonly (readonly [method: string, target: () => string])[] = [
    ['POST', () => `${path}/${paymentId}/authorisations`],
    ['POST', () => `${path}/${paymentId}/cancellation-authorisations`],
    ['DELETE', () => `${path}/${paymentId}`],
    ['POST', () => '/v1/signing-baskets/none/authorisations'],
    ['DELETE', () => '/v1/signing-baskets/none'],
    ['DELETE', () => '/v1/sandbox/customers/none'],
    ['POST', () => '/v1/sandbox/initialize'],
  ];
  let paymentId: string;
  beforeAll(async () => {
    paymentId = (await post({ raw: text })).json.paymentId;
  });

  it.each(writes)('400: %s refuses a body that is not a JSON object', async (method, target) => {
    for (const raw of ['a=1&b=2', '{"a":1,}', '{"a":1,"a":2}', Buffer.from([0xff]), '[]', '"text"', '1'])
      await refused(await tpp.rest(method, target(), { raw }), 400, ['FORMAT_ERROR body']);
  });

  it('is accepted when it is an empty object or null; a WARNING names each property', async () => {
    const start = (raw: string) => tpp.rest('POST', `${path}/${paymentId}/authorisations`, { raw });
    for (const raw of ['{}', ' {} ', 'null', '{"scaMethod":null}']) {
      const { status, json } = await start(raw);
      expect([status, json.tppMessages]).toEqual([201, undefined]);
    }
    const { status, json } = await start('{"scaMethod":"x","psuData":{"a":1}}');
    expect([status, warningsOf(json.tppMessages)]).toEqual([201, ['psuData', 'scaMethod']]);
    expect((await tpp.rest('DELETE', `${path}/${paymentId}`, { raw: '{}' })).status).toBe(204);
  });
});

describe('400: values that cannot be stored', () => {
  it.each([
    ['NUL, escaped', 'a\\u0000b'],
    ['half a surrogate pair, escaped', 'a\\ud800b'],
    ['the other half', '\\udc00'],
    ['the halves the wrong way round', '\\udc00\\ud800'],
  ])('%s', async (_, value) => {
    await refused(await post({ raw: text.replace('Kari Nordmann', value) }), 400, [
      'FORMAT_ERROR creditorName',
    ]);
    await refused(await post({ raw: text.replace('86011117947', value) }), 400, [
      'FORMAT_ERROR creditorAccount.bban',
    ]);
    await refused(await post({ raw: text.replace('125.50', value) }), 400, [
      'FORMAT_ERROR instructedAmount.amount',
    ]);
  });
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s names no field, no code and no prototype',
    async (name) => {
      await refused(await post({ raw: text.replace('"creditorName"', `"${name}"`) }), 400, [
        'FORMAT_ERROR creditorName',
      ]);
      await refused(await post({ raw: text.replace('"currency":"NOK"', `"currency":"${name}"`) }), 400, [
        'FORMAT_ERROR instructedAmount.currency',
      ]);
      const inherited = `{"${name}":${text}}`;
      await refused(
        await post({ raw: inherited }),
        400,
        ['instructedAmount', 'creditorName', 'creditorAccount', 'creditorAddress', 'debtorAccount'].map(
          (field) => `FORMAT_ERROR ${field}`,
        ),
      );
    },
  );
});

describe('201: unusual but valid values', () => {
  it.each<[string, string]>([
    ['a byte order mark', `\ufeff${text}`],
    ['space around', ` \r\n\t${text}\n`],
    ['every character escaped', text.replace('Kari', '\\u004b\\u0061\\u0072\\u0069')],
    ['a surrogate pair, escaped', text.replace('Kari', '\\ud83d\\ude00')],
    ['64 levels in an ignored property', text.replace('{', `{"x":${'['.repeat(63)}${']'.repeat(63)},`)],
    [
      'properties named after the prototype, ignored',
      text.replace('{', '{"__proto__":{"creditorName":"x"},"constructor":1,'),
    ],
    ['ignored keys with NUL and half a surrogate', text.replace('{', '{"a\\u0000":1,"\\ud800":2,')],
  ])('%s', async (_, raw) => {
    const made = await post({ raw });
    expect(made.status, made.text).toBe(201);
    const details = await tpp.rest('GET', made.json._links.self.href);
    expect([details.status, details.json.creditorAccount.bban]).toEqual([200, '86011117947']);
  });
});

describe('413: a body that is too large', () => {
  const filler = (length: number) => text.replace('{', `{"x":"${'x'.repeat(length - text.length - 7)}",`);
  it('at 256 KiB and one byte, not at 256 KiB; a bulk payment at 1 MiB', async () => {
    expect(filler(256 * 1_024)).toHaveLength(256 * 1_024);
    await refused(await post({ raw: filler(256 * 1_024 + 1) }), 413, ['BAD_REQUEST body']);
    expect((await post({ raw: filler(256 * 1_024) })).status).toBe(201);
    const bulk = pathOf(productOf('BULK_NDCT'));
    const large = await post({ raw: filler(1_024 * 1_024) }, bulk);
    expect([large.status, large.json.code]).toEqual([400, 'FORMAT_ERROR']);
    rows = await count();
    await refused(await post({ raw: filler(1_024 * 1_024 + 1) }, bulk), 413, ['BAD_REQUEST body']);
  });

  it('by its Content-Length, before it is read', async () => {
    const answer = await post({ raw: '{}', headers: { 'content-length': String(2 ** 40) } });
    await refused(answer, 413, ['BAD_REQUEST body']);
  });

  it('as a stream without a length, and without reading on', async () => {
    const url = `http://localhost:4000${path}`;
    const headers = signRequest({ method: 'POST', url, headers: { ...psuHeaders }, body: 'x' }, tpp.identity);
    let pulled = 0;
    const stream = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1_024));
      },
    });
    const response = await injectRequest(
      bank.app,
      new Request(url, { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit),
    );
    expect([response.status, response.headers.get('x-request-id')]).toEqual([
      413,
      headers.get('x-request-id'),
    ]);
    expect(pulled).toBeLessThan(10);
  });

  it('before its media type is judged', async () => {
    await refused(
      await post({ raw: filler(256 * 1_024 + 1), headers: { 'content-type': 'text/plain' } }),
      413,
      ['BAD_REQUEST body'],
    );
  });
});

describe('413 and 415 for a read with a body, as for a write', () => {
  it.each([
    [413, 'application/json', ' '.repeat(256 * 1_024 + 1)],
    [415, 'text/plain', '{}'],
  ])('%i with %s', async (status, type, payload) => {
    const target = `${path}/none/status`;
    const request = { method: 'GET', url: `http://localhost:4000${target}`, headers: {}, body: payload };
    const signed = Object.fromEntries(signRequest(request, tpp.identity));
    const headers = { ...signed, 'content-type': type, host: 'localhost:4000' };
    const answer = await bank.app.inject({ method: 'GET', url: target, headers, payload });
    expect([answer.statusCode, answer.json().code], answer.payload).toEqual([status, 'BAD_REQUEST']);
    const sent = new Headers({ 'content-type': String(answer.headers['content-type']) });
    await expectAnswerMatches(bank.app, 'GET', target, { status, headers: sent, text: answer.payload });
  });
});

describe('without a body the media type is not judged', () => {
  it.each(['', 'x', ';', 'text/plain'])('%j', async (type) => {
    const headers = { 'content-type': type };
    expect((await tpp.rest('GET', '/v1/sandbox/customers', { headers })).status).toBe(200);
    expect((await tpp.rest('POST', '/v1/sandbox/initialize', { headers })).status).toBe(200);
  });
});

describe('415: another media type', () => {
  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/jsonx',
    'text/json',
    'application/json, text/plain',
    'application',
    '*/*',
    'application/graphql',
  ])('%s', async (type) => {
    await refused(await post({ raw: text, headers: { 'content-type': type } }), 415, [
      'BAD_REQUEST Content-Type',
    ]);
  });
  it.each(['gzip', 'br', 'deflate', 'identity, gzip'])('Content-Encoding %s', async (encoding) => {
    await refused(await post({ raw: text, headers: { 'content-encoding': encoding } }), 415, [
      'BAD_REQUEST Content-Encoding',
    ]);
  });
  it.each([
    'application/json',
    'application/json;',
    'application/json;charset=UTF-8',
    'Application/JSON; charset="utf-8"',
    'application/json; odata=verbose',
    null,
  ])('201: %s', async (type) => {
    expect((await post({ raw: Buffer.from(text), headers: { 'content-type': type } })).status).toBe(201);
  });
  it('200: the media type of an absent body is ignored', async () => {
    const made = await post({ raw: text });
    const read = await tpp.rest('GET', made.json._links.self.href, {
      headers: { 'content-type': 'text/plain' },
    });
    expect(read.status).toBe(200);
  });
});

describe('406: an Accept that rules out application/json', () => {
  it.each([
    'text/html',
    'application/xml',
    'application/json;q=0',
    '*/*;q=0',
    'application/json;q=0, text/*',
    'application/json; charset=utf-16',
    'garbage',
  ])('%s', async (accept) => {
    await refused(await post({ raw: text, headers: { accept } }), 406, ['BAD_REQUEST Accept']);
  });
  it.each([
    '*/*',
    'application/*',
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'text/html, application/json;q=0.1',
    'text/html,*/*;q=0.1',
    '',
  ])('201: "%s"', async (accept) => {
    const made = await post({ raw: text, headers: { accept } });
    expect(made.status, made.text).toBe(201);
  });
});

describe('HEAD', () => {
  it('is answered like GET, without the body', async () => {
    const made = await post({ raw: text });
    for (const target of [made.json._links.self.href, made.json._links.status.href]) {
      const [got, head] = [await tpp.rest('GET', target), await tpp.rest('HEAD', target)];
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)));
      expect(head.headers.get('content-type')).toBe('application/json');
      expect(head.headers.get('x-request-id')).toMatch(/./);
    }
    const unknown = await tpp.rest('HEAD', `${path}/x`);
    expect([unknown.status, unknown.text]).toEqual([404, '']);
  });
});

describe('405: another method, with Allow', () => {
  it.each([
    ['GET', path, 'POST'],
    ['PUT', path, 'POST'],
    ['PATCH', path, 'POST'],
    ['DELETE', path, 'POST'],
    ['HEAD', path, 'POST'],
    ['OPTIONS', path, 'POST'],
    ['OPTIONS', `${path}/x`, 'GET, HEAD, DELETE'],
    ['POST', `${path}/x`, 'GET, HEAD, DELETE'],
    ['PATCH', `${path}/x`, 'GET, HEAD, DELETE'],
    ['DELETE', `${path}/x/status`, 'GET, HEAD'],
    ['DELETE', `${path}/x/authorisations`, 'GET, HEAD, POST'],
    ['PURGE', path, 'POST'],
  ])('%s %s', async (method, target, allow) => {
    const answer = await tpp.rest(method, target, { headers: { 'x-request-id': 'echo-405' } });
    if (method === 'HEAD') return expect([answer.status, answer.text]).toEqual([405, '']);
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort());
    expect(answer.headers.get('x-request-id')).toBe('echo-405');
    await refused(answer, 405, ['BAD_REQUEST method']);
  });
});

describe('404: an unknown path or resource', () => {
  it.each([
    ['/v1', 'NOT_FOUND path'],
    ['/v1/', 'NOT_FOUND path'],
    ['/v2/payments/x/y', 'NOT_FOUND path'],
    ['/V1/payments/x/y', 'NOT_FOUND path'],
    ['/v1//payments/x/y', 'NOT_FOUND path'],
    ['/etc/passwd', 'NOT_FOUND path'],
    ['/v1/payments/../../etc', 'NOT_FOUND path'],
    [`${path}/x/status/`, 'NOT_FOUND path'],
    [`${path}/x/y/z/a/b`, 'NOT_FOUND path'],
    [`${path}/%zz`, 'NOT_FOUND path'],
    [`${path}/%`, 'NOT_FOUND path'],
    [`${path}/%E0%A4%A`, 'NOT_FOUND path'],
    [`${path}/%ff`, 'NOT_FOUND path'],
    [`${path}/${'a'.repeat(513)}`, 'NOT_FOUND path'],
    [`${path}/${'a'.repeat(512)}`, 'RESOURCE_UNKNOWN paymentId'],
    [`${path}/`, 'NOT_FOUND path'],
    [`${path}//status`, 'NOT_FOUND path'],
    [`${path}/%00`, 'RESOURCE_UNKNOWN paymentId'],
    [`${path}/a%00b/status`, 'RESOURCE_UNKNOWN paymentId'],
    [`${path}/a%00b/authorisations`, 'RESOURCE_UNKNOWN paymentId'],
    [`${path}/x/authorisations/%00`, 'SCA_NOT_FOUND authorisationId'],
    [`${path}/%2e%2e%2fx`, 'NOT_FOUND path'],
    [`${path}/x%2Fstatus`, 'RESOURCE_UNKNOWN paymentId'],
    [`${path}/'%20or%20'1'='1`, 'RESOURCE_UNKNOWN paymentId'],
    [`${path}/%F0%9F%98%80`, 'RESOURCE_UNKNOWN paymentId'],
    [`${path}/__proto__`, 'RESOURCE_UNKNOWN paymentId'],
    ['/v1/payments/nothing/x', 'PRODUCT_UNKNOWN payment-product'],
    ['/v1/payments/%00/x', 'PRODUCT_UNKNOWN payment-product'],
    ['/v1/payments/__proto__/x', 'PRODUCT_UNKNOWN payment-product'],
    ['/v1/bulk-payments/sepa-credit-transfers/x', 'PRODUCT_UNKNOWN payment-product'],
    ['/v1/payments/NORWEGIAN-domestic-credit-transfers/x', 'PRODUCT_UNKNOWN payment-product'],
  ])('GET %s', async (target, fault) => {
    await refused(await tpp.rest('GET', target), 404, [fault]);
  });

  it.each([
    ['accounts', 'resourceId'],
    ['card-accounts', 'resourceId'],
    ['customers', 'customerId'],
    ['agreements/x/engagements', 'engagementId'],
  ])('an id of sandbox/%s with NUL has the path of any other unknown id', async (resources, name) => {
    for (const method of ['GET', 'DELETE'])
      for (const id of ['x%00y', 'nope'])
        await refused(await tpp.rest(method, `/v1/sandbox/${resources}/${id}`), 404, [
          `RESOURCE_UNKNOWN ${name}`,
        ]);
  });

  it.each(['DELETE', 'POST'])('%s with NUL in the id', async (method) => {
    const answer = await tpp.rest(method, `${path}/%00${method === 'POST' ? '/authorisations' : ''}`);
    await refused(answer, 404, ['RESOURCE_UNKNOWN paymentId']);
  });

  it("a payment under another product is 404 with its path; another TPP's looks as if it never existed", async () => {
    const made = await post({ raw: text });
    rows = await count();
    const id = made.json.paymentId;
    for (const end of ['', '/status']) {
      const elsewhere = await tpp.rest('GET', `${pathOf(productOf('NDCT'))}/${id}${end}`);
      await refused(elsewhere, 404, ['RESOURCE_UNKNOWN paymentId']);
      expect(elsewhere.json.tppMessages[0].text).toContain(`its path is ${path}/${id}`);
    }
    const other = bank.tpp('PSDNO-FSA-OTHER');
    const theirs = await other.rest('GET', `${path}/${id}`);
    const nobodys = await other.rest('GET', `${path}/${randomUUID()}`);
    await refused(theirs, 404, ['RESOURCE_UNKNOWN paymentId']);
    expect({ ...theirs.json, id: 0 }).toEqual({ ...nobodys.json, id: 0 });
  });
});

describe('every answer echoes X-Request-ID', () => {
  it.each([
    ['GET', '/v1/none', {}],
    ['PATCH', path, {}],
    ['POST', path, { raw: '{' }],
    ['POST', path, { raw: text, headers: { ...psuHeaders, 'psu-id': null } }],
    ['POST', path, { raw: text, headers: { ...psuHeaders, digest: 'SHA-256=AAAA' } }],
    ['GET', `${path}/none`, {}],
  ] as [string, string, RestOptions][])('%s %s', async (method, target, options) => {
    const answer = await tpp.rest(method, target, {
      ...options,
      headers: { ...options.headers, 'x-request-id': 'Echo me 1' },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('x-request-id')).toBe('Echo me 1');
  });

  it('except an invalid one, which is neither echoed nor logged', async () => {
    for (const id of ['x'.repeat(65), 'x'.repeat(9_000), 'Ola\u00e6', 'a\tb']) {
      bank.log.length = 0;
      const answer = await tpp.rest('GET', `${path}/none`, { headers: { 'x-request-id': id } });
      await refused(answer, 400, ['FORMAT_ERROR X-Request-ID']);
      expect(answer.headers.get('x-request-id')).toBeNull();
      expect(bank.log.map(({ requestId }) => requestId)).toEqual([undefined]);
    }
  });
});
