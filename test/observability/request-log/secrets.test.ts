import { randomUUID } from 'node:crypto';
import { type GraphQLObjectType, getNamedType, isInputObjectType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxIssuer } from '../../../packages/toolkit/src/issuer.ts';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { buildSchema } from '../../../src/graphql/schema/schema.ts';
import { maxStoredBodyBytes } from '../../../src/observability/request-log/entry.ts';
import { maskBytes } from '../../../src/observability/request-log/mask.ts';
import { type Bank, startBank, type Tpp } from '../../support/bank.ts';
import { freshPsu } from '../../support/payments.ts';
import { domesticPath } from '../../support/story.ts';
import { entryOf, headerOf, logOf, sendSigned, temporaryFolder } from './support.ts';

let bank: Bank;
let tpp: Tpp;
let filler = '';
beforeAll(async () => {
  bank = await startBank({
    issueCertificate: async () => ({ certificatePem: filler, privateKeyPem: 'the private key' }),
  });
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

function expectNothingOf(secret: string, text: string): void {
  for (let at = 0; at + 6 <= secret.length; at += 1) expect(text).not.toContain(secret.slice(at, at + 6));
}

describe('a secret that a response shows once', () => {
  it('is not logged, whatever its name and wherever the log cuts the response: keys of certificates', async () => {
    const issuing = await startBank({ issueCertificate: sandboxIssuer(await temporaryFolder()) });
    const owner = issuing.tpp();
    const xRequestId = randomUUID();
    const aliases = Array.from(
      { length: 12 },
      (_, at) =>
        `a${at}: createSandboxCertificate(input: { name: "New" }) { made: certificate { certificate ...Key } }`,
    );
    const { data } = await owner.graphqlRaw(
      `mutation Many { ${aliases.join(' ')} } fragment Key on SandboxCertificate { hidden: privateKey, again: privateKey }`,
      {},
      { requestId: xRequestId },
    );
    const keys = Object.values<{ made: { hidden: string } }>(data).map(({ made }) => made.hidden);
    const { responseBody } = await entryOf(owner, xRequestId);
    const [record] = await issuing.sql`
      select encode(record, 'escape') as text from logged_requests where x_request_id = ${xRequestId}`;
    // Its first lines hold the modulus, which the certificate holds as well.
    for (const key of keys)
      for (const line of key.split('\n').slice(8, -2))
        expect([responseBody, record?.text].join().split(line.slice(0, 12)), line).toHaveLength(1);
    expect(responseBody?.split('"hidden":"***","again":"***"')).toHaveLength(13);
    // The masked response is short enough to be stored whole.
    expect(Object.keys(JSON.parse(responseBody ?? '').data)).toHaveLength(12);
    await issuing.stop();
  });

  it('is not logged where the cut goes through it: a token', async () => {
    const owner = bank.tpp('PSDNO-FSA-CUT');
    for (const before of [124, 116, 108, 100]) {
      filler = 'x'.repeat(maxStoredBodyBytes - before);
      const xRequestId = randomUUID();
      const { text, data } = await owner.graphqlRaw(
        'mutation { c: createSandboxCertificate(input: { name: "New" }) { certificate { certificate } } t: createConsoleToken(input: {}) { expiresAt x: token } }',
        {},
        { requestId: xRequestId },
      );
      const begin = text.indexOf(data.t.x);
      expect([begin < maxStoredBodyBytes, begin + 32 > maxStoredBodyBytes], String(begin)).toEqual([
        true,
        true,
      ]);
      const { responseBody } = await entryOf(owner, xRequestId);
      expectNothingOf(data.t.x, responseBody ?? '');
    }
  });

  it('is not logged for a persisted query either', async () => {
    const owner = bank.tpp('PSDNO-FSA-HASHED');
    const query = 'mutation { one: createConsoleToken(input: {}) { shown: token } }';
    const { createHash } = await import('node:crypto');
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    await owner.graphqlRaw(query);
    const token = (await owner.graphqlRaw('mutation { createConsoleToken(input: {}) { token } }')).data
      .createConsoleToken.token;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const send = (body: object) =>
      bank.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(body) });
    await send({ query, extensions });
    await send({ extensions });
    const rows = JSON.stringify(await logOf(owner));
    expect(rows).toContain(sha256Hash);
    expectNothingOf(token, rows);
  });
});

describe('a field named like a secret', () => {
  const like = /token|secret|key|ticket|password|otp|one.?time|credential|pin$/i;

  it('is marked as a secret in the GraphQL schema, and no input has such a name', () => {
    const types = Object.values(buildSchema({ sandbox: true }).getTypeMap());
    const named = types
      .filter((type) => !type.name.startsWith('__') && (isObjectType(type) || isInputObjectType(type)))
      .flatMap((type) =>
        Object.values((type as GraphQLObjectType).getFields()).flatMap((field) => [
          [
            `${type.name}.${field.name}`,
            isLeafType(getNamedType(field.type)) ? field.name : '',
            field.extensions.secret === true,
          ] as const,
          ...(field.args ?? []).map(
            ({ name }) => [`${type.name}.${field.name}(${name})`, name, false] as const,
          ),
        ]),
      )
      .filter(([, name]) => like.test(name));
    expect(named.map(([place, , marked]) => [place, marked])).toEqual([
      ['CreateConsoleTokenPayload.token', true],
      ['SandboxCertificate.privateKey', true],
    ]);
  });

  it('is in no body of REST', async () => {
    const { components, paths } = await (await bank.fetch('/openapi.json')).json();
    const names = new Set<string>();
    JSON.stringify([components.schemas, paths], (_, value) => {
      for (const name of Object.keys(value?.properties ?? {})) names.add(name);
      return value;
    });
    expect(names.size).toBeGreaterThan(100);
    expect([...names].filter((name) => like.test(name))).toEqual([]);
  });
});

const secret = 'Ab3_dEf-GhIjKlMnOpQrStUvWxYz0123';
const encoded = (text: string) =>
  [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const spellings = [
  `https://bank.example/sca/${secret}`,
  `https://bank.example/SCA/${secret}/?lang=nb`,
  `https%3A%2F%2Fbank.example%2Fsca%2F${secret}`,
  `https%253A%252F%252Fbank.example%252fsca%252f${secret}`,
  `/%73c%61/${secret}`,
  String.raw`https:\/\/bank.example\/sca\/${secret}`,
  String.raw`https:\\/\\/bank.example\\/sca\\/${secret}`,
  String.raw`\u002fsca\u002F${secret}`,
  `/graphql?ticket=${secret}`,
  `/graphql?TICKET=${secret}`,
  `/graphql?a=b&Ticket=${secret}&c=d`,
  `/graphql?%74icket=${secret}`,
  `/graphql?ticket%3D${secret}`,
  `/graphql?${encoded('ticket')}=${encoded(secret)}`,
  `/graphql?access_token=${secret}`,
  `/graphql?Access%5FToken=${secret}`,
  `/graphql?token=${secret}`,
];

describe('a ticket or a link of a PSU', () => {
  it.each(spellings)('%s is masked in a body, a target, and a Referer', async (spelling) => {
    const plain = Buffer.from(maskBytes(Buffer.from(`{"a":"${spelling}","b":"æ"}`))).toString();
    expectNothingOf(secret, plain);
    expect(plain).not.toContain(encoded(secret).slice(0, 18));
    expect(plain.endsWith('","b":"æ"}')).toBe(true);
    const xRequestId = randomUUID();
    const path = `/v1/sandbox/customers?limit=1&x=${encodeURI(spelling).replaceAll('&', '%26')}`;
    await tpp.rest('GET', path, { headers: { 'x-request-id': xRequestId, referer: encodeURI(spelling) } });
    const entry = await entryOf(tpp, xRequestId);
    expect(entry.path).toContain('*'.repeat(32));
    expect(headerOf(entry.requestHeaders, 'referer')).toContain('*'.repeat(32));
    expectNothingOf(secret, JSON.stringify(entry));
  });

  it('does not change the rest of a text', () => {
    for (const text of [
      '{"a":"sca/ticket token 100 % \\\\ x"}',
      'tokens',
      '%',
      '%2',
      '\\u00',
      '/scad/abc',
      '',
    ])
      expect(Buffer.from(maskBytes(Buffer.from(text))).toString()).toBe(text);
  });

  it('is masked wherever the cut goes', () => {
    const link = `"href":"https://bank.example/sca/${secret}"`;
    for (let at = 0; at < link.length; at += 1) {
      const cut = Buffer.from(link).subarray(0, at);
      expectNothingOf(secret, Buffer.from(maskBytes(cut)).toString());
    }
  });

  it('is masked in a path, in the message about it and in an instruction of a TPP', async () => {
    const owner = bank.tpp('PSDNO-FSA-PASTED');
    const link = `https://bank.example/sca/${secret}`;
    await owner.rest('POST', domesticPath, {
      body: { ...instantDomestic.example, [link]: link, remittanceInformationUnstructured: link },
      headers: freshPsu(),
    });
    await owner.rest('GET', `/v1/sandbox/customers/sca/${secret}`);
    await owner.graphqlRaw(`query { viewer(x: "/sca/${secret}") { tppId } }`);
    const entries = await logOf(owner);
    expect(entries).toHaveLength(3);
    expectNothingOf(secret, JSON.stringify(entries));
    expectNothingOf(
      secret,
      JSON.stringify(
        await bank.sql`
      select path, encode(record, 'escape') from logged_requests where tpp_id = 'PSDNO-FSA-PASTED'`,
      ),
    );
  });
});

describe('a secret in a signing string', () => {
  const sendWrong = (owner: Tpp, secretHeaders: Readonly<Record<string, string>>) =>
    sendSigned(
      bank,
      owner.identity,
      () => 'something else',
      (headers) => {
        for (const [name, value] of Object.entries(secretHeaders)) headers.set(name, value);
        const covered = 'date digest x-request-id psu-id tpp-redirect-uri'.split(' ');
        const names = [...new Set([...covered, ...Object.keys(secretHeaders)])].join(' ');
        const signature = headers.get('signature') ?? '';
        headers.set('signature', signature.replace(/headers="[^"]*"/, `headers="${names}"`));
      },
    );

  it('is neither in the response nor in the log: a token or a cookie', async () => {
    const { xRequestId, body } = await sendWrong(tpp, {
      authorization: `Bearer ${secret}`,
      'proxy-authorization': `Basic ${secret}`,
      cookie: `session=${secret}`,
    });
    expect(body).toContain('authorization: ***');
    expectNothingOf(secret, body);
    const entry = await entryOf(tpp, xRequestId);
    expect(entry.signature?.expected).toMatch(
      /\nauthorization: \*\*\*\nproxy-authorization: \*\*\*\ncookie: \*\*\*$/,
    );
    expectNothingOf(secret, JSON.stringify(entry));
  });

  it('is not in the log, wherever the messages cut the string: a ticket in an address', async () => {
    const owner = bank.tpp('PSDNO-FSA-SPLIT');
    for (let length = 0; length < 400; length += 5)
      await sendWrong(owner, {
        'tpp-redirect-uri': `https://tpp.example/${'r'.repeat(length)}?token=${secret}`,
      });
    const entries = await logOf(owner);
    expect(entries).toHaveLength(80);
    expectNothingOf(secret, JSON.stringify(entries));
  });
});
