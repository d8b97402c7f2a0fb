import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { products } from '../../../src/domain/payments/products/list.ts';
import { routes } from '../../../src/rest/routes.ts';
import { cheapest } from '../../../test/support/cost.ts';
import { explainRequest } from '../src/explain/explain.ts';
import { shellWords } from '../src/explain/read-curl.ts';
import { readRequest } from '../src/explain/read-request.ts';
import { identityIn, tppFolder } from '../src/files.ts';
import { instantPath, instantPayment, singleScaHeaders } from '../src/payments.ts';
import { type SigningIdentity, signRequest, writtenHeaders } from '../src/sign.ts';
import { sandboxFolder } from './support/sandbox-folder.ts';
import { terminal } from './support/terminal.ts';

const url = 'http://localhost:4321';
const psu = { psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11', returnTo: 'https://tpp.example/return' };
const body = JSON.stringify(instantPayment({ text: "it's Ærø" }));

const dataDir = sandboxFolder('acme');
const run = terminal({ DATA_DIR: dataDir, PORT: '4321' });
let identity: SigningIdentity;
let anchor: string;
beforeAll(() => {
  identity = identityIn(tppFolder(dataDir), 'demo');
  anchor = identityIn(tppFolder(dataDir), 'ca').certificatePem;
});

function raw(change: (headers: Headers) => void = () => undefined, lineBreak = '\r\n', sent = body): string {
  const request = { method: 'POST', url: `${url}${instantPath}`, headers: singleScaHeaders(psu), body };
  const headers = signRequest(request, identity);
  change(headers);
  const lines = writtenHeaders(headers).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${instantPath} HTTP/1.1`, 'Host: localhost:4321', ...lines, '', sent].join(lineBreak);
}

const explain = (text: string, ...more: string[]) =>
  terminal({ DATA_DIR: dataDir }, { readInput: async () => Buffer.from(text) })(
    'explain',
    '--request',
    '-',
    '--json',
    ...more,
  );
const named = (faults: readonly { code: string; header: string | null }[]) =>
  faults.map(({ code, header }) => `${code} ${header}`);

describe('a request that exists', () => {
  it.each([
    ['with CRLF', () => raw()],
    ['with LF', () => raw(undefined, '\n')],
    ['with a line break at the end of its file', () => `${raw(undefined, '\n')}\n`],
    ['with blank lines before it', () => `\n\n${raw()}`],
  ])('is read %s', async (_, text) => {
    const { code, json } = await explain(text());
    expect(json).toMatchObject({ valid: true, faults: [] });
    expect(json.signingString).toMatch(/^date: [^\n]+\ndigest: [^\n]+\nx-request-id: /);
    expect(code).toBe(0);
  });

  it('is read from a file, and from the curl line that sign prints', async () => {
    const file = join(dataDir, 'request.http');
    await writeFile(file, raw());
    expect((await run('explain', '--request', file)).code).toBe(0);
    expect(await run('explain', '--request', file, '--body', '{}')).toMatchObject({
      code: 2,
      notes: expect.stringContaining('leave them out'),
    });
    const line = await run('sign', 'POST', instantPath, '--psu', '--curl', '--body', body);
    expect(line.out).toMatch(/^curl -X POST /);
    expect((await explain(line.out)).json).toMatchObject({ valid: true });
    const read = await run('curl', 'GET', '/v1/sandbox/customers');
    expect((await explain(`  $ ${read.out}\n`)).json).toMatchObject({ valid: true });
  });

  it.each([
    '',
    'hello',
    '{"a":1}',
    'GET',
    'GET nowhere HTTP/1.1',
    'GET /v1/x HTTP/1.1\nno colon',
    'curl',
    "curl 'x",
  ])('that is not a request is a usage error: %j', async (text) => {
    const { code, out, notes } = await explain(text);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(notes).toMatch(/^--request [^\n]+$/);
  });

  it('is read quickly, even in hostile text', () => {
    for (const text of [
      '\n'.repeat(100_000),
      `curl ${"'".repeat(99_999)}`,
      `curl $'${'\\u'.repeat(100_000)}`,
      `curl $'${'a'.repeat(4_000_000)}'`,
      `GET / HTTP/1.1\n${'a: b\n'.repeat(20_000)}`,
    ]) {
      const read = () => readRequest(Buffer.from(text), () => Buffer.alloc(0));
      expect(cheapest(read, 2_000)).toBeLessThan(2_000);
    }
  });
});

describe('the signing string is built from the given headers', () => {
  it.each([
    ['a header of the list is missing', (headers: Headers) => headers.delete('psu-id'), 'psu-id'],
    [
      'keyId appears twice',
      (headers: Headers) => headers.set('signature', `keyId="SN=1,CA=x",${headers.get('signature')}`),
      'appears twice',
    ],
  ])('also when %s', async (_, change, fault) => {
    const whole = (await explain(raw())).json.signingString as string;
    const { code, json } = await explain(raw(change));
    expect(code).toBe(1);
    expect(JSON.stringify(json.faults)).toContain(fault);
    const names = (text: string) => text.split('\n').map((line) => line.split(':')[0]);
    expect(names(json.signingString)).toEqual(names(whole).filter((name) => name !== fault));
  });
});

describe('every fault of every stage is named', () => {
  it('at once, with its correction', async () => {
    const text = raw(
      (headers) => {
        headers.delete('psu-ip-address');
        headers.set('psu-id', 'nobody');
        headers.set('date', 'Mon, 15 Jun 2020 12:00:00 GMT');
        headers.set('content-type', 'text/plain');
      },
      '\n',
      '{}',
    );
    const { code, json } = await explain(text);
    expect(code).toBe(1);
    expect(json.valid).toBe(false);
    expect(named(json.faults)).toEqual([
      'BAD_REQUEST Content-Type',
      'HTTP_HEADER_REQUIRED PSU-IP-Address',
      'FORMAT_ERROR PSU-ID',
      'SIGNATURE_INVALID Date',
      'SIGNATURE_INVALID Signature',
      'SIGNATURE_INVALID Digest',
    ]);
    for (const fault of json.faults) expect(fault.text).toMatch(/^[^.].{20,}/);
    expect(json.faults.at(-1).text).toContain('RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=');
  });

  it.each(['expired', 'not-yet-valid', 'wrong-role', 'untrusted', 'weak-key'])(
    'of the certificate: %s',
    async (bad) => {
      const good = await run('certificate', 'acme', '--id', 'PSDNO-FSA-ACME7', '--json');
      const before = await readFile(good.json.key, 'utf8');
      const made = await run('certificate', 'acme', '--bad', bad, '--json');
      expect(made.json).toMatchObject({ name: `acme.${bad}`, tppId: 'PSDNO-FSA-ACME7' });
      expect(await readFile(good.json.key, 'utf8')).toBe(before);
      const { code, json } = await run(
        'explain',
        'POST',
        instantPath,
        '--psu',
        '--body',
        body,
        '--as',
        made.json.name,
        '--json',
      );
      const codes = { expired: 'CERTIFICATE_EXPIRED', 'wrong-role': 'ROLE_INVALID' } as Record<
        string,
        string
      >;
      expect(code).toBe(1);
      expect(named(json.faults)).toEqual([
        `${codes[bad] ?? 'CERTIFICATE_INVALID'} TPP-Signature-Certificate`,
      ]);
      expect(json.signingString).toContain('x-request-id: ');
    },
  );

  it('of path and method', async () => {
    expect(named((await run('explain', 'GET', '/v1/nowhere', '--json')).json.faults)).toEqual([
      'NOT_FOUND null',
    ]);
    expect(named((await run('explain', 'PUT', instantPath, '--json')).json.faults)).toEqual([
      'BAD_REQUEST null',
    ]);
  });

  it('of a path that follows a base address with a slash', async () => {
    const { code, json } = await run('explain', 'GET', '//v1/sandbox/customers', '--json');
    expect(code).toBe(1);
    expect(json.faults).toMatchObject([
      { code: 'NOT_FOUND', text: expect.stringContaining('it contains an empty identifier') },
    ]);
  });

  it('of the path as it is written, also in a curl line', async () => {
    const path = '/v1/%2e%2e/livez';
    const { json } = await run('explain', 'GET', path, '--json');
    const line = await run('curl', 'GET', path);
    for (const explanation of [json, (await explain(line.out)).json])
      expect(explanation.faults).toMatchObject([
        { code: 'NOT_FOUND', text: expect.stringContaining('. or .. as a segment') },
      ]);
  });

  it('of query, product and X-Sandbox-Fault', async () => {
    const args = ['--psu', '--body', '{}', '--header', 'X-Sandbox-Fault: x', '--json'];
    const path = '/v1/payments/nosuch?allowLogicalDuplicate=maybe';
    const { code, json } = await run('explain', 'POST', path, ...args);
    expect(code).toBe(1);
    expect(named(json.faults)).toEqual([
      'FORMAT_ERROR X-Sandbox-Fault',
      'FORMAT_ERROR null',
      'PRODUCT_UNKNOWN null',
    ]);
    expect(json.faults[1].text).toContain('must be true or false');
    expect(json.faults[1].text).toContain('allowLogicalDuplicate');
    const graphql = await run('explain', 'POST', '/graphql', ...args);
    expect(named(graphql.json.faults)).toEqual(['FORMAT_ERROR X-Sandbox-Fault']);
    const outside = terminal({ DATA_DIR: dataDir, SANDBOX: 'false' });
    expect(named((await outside('explain', 'POST', path, ...args)).json.faults)).not.toContain(
      'FORMAT_ERROR X-Sandbox-Fault',
    );
  });

  it('of a notification address that the certificate does not name', async () => {
    const named = async (address: string, env = {}) => {
      const args = ['GET', '/v1/sandbox/customers', '--header', `TPP-Notification-URI: ${address}`, '--json'];
      const { json } = await terminal({ DATA_DIR: dataDir, ...env })('explain', ...args);
      return json.faults.filter((fault: { header: string }) => fault.header === 'TPP-Notification-URI');
    };
    expect(await named('https://else.example/n')).toEqual([
      expect.objectContaining({
        code: 'FORMAT_ERROR',
        text: expect.stringContaining('must have a host in a domain of your certificate, or a loopback host'),
      }),
    ]);
    expect(await named('http://localhost:3000/n')).toEqual([]);
    expect(await named('https://u:p@else.example/n')).toHaveLength(1);
    const outside = { SANDBOX: 'false' };
    expect(await named('https://else.example/n', outside)).toEqual([]);
    expect(await named('https://else.example/n', { ...outside, NOTIFICATION_KEY: 'key.pem' })).toHaveLength(
      1,
    );
  });

  it('of a certificate of the sandbox CA, which a service outside the sandbox does not trust', async () => {
    const sandboxCa = join(dataDir, 'tpp', 'ca.pem');
    const explanationFor = async (env: Readonly<Record<string, string>>) => {
      const outside = terminal({ DATA_DIR: dataDir, SANDBOX: 'false', ...env });
      return (await outside('explain', 'GET', `${instantPath}/x/status`, '--json')).json;
    };
    const { faults } = await explanationFor({});
    expect(named(faults)).toEqual(['CERTIFICATE_INVALID TPP-Signature-Certificate']);
    expect(faults[0].text).toContain('a CA that the bank lists in TRUST_ANCHORS');
    expect((await explanationFor({ TRUST_ANCHORS: sandboxCa })).valid).toBe(true);
  });

  it('of a parameter that is missing, and of an id that no resource can have', async () => {
    // The second question mark belongs to the name of another parameter.
    const path = '/v1/sandbox/card-accounts/%00/transactions??bookingStatus=both';
    const { json } = await run('explain', 'GET', path, '--json');
    expect(named(json.faults)).toEqual(['QUERY_PARAMETER_REQUIRED null', 'RESOURCE_UNKNOWN null']);
    expect(json.faults[0].text).toContain('bookingStatus');
  });

  it('of a body that is missing', async () => {
    const { json } = await run('explain', 'POST', '/v1/signing-baskets', '--psu', '--json');
    expect(named(json.faults)).toEqual(['FORMAT_ERROR null']);
    expect(json.faults[0].text).toContain('requires a JSON body');
  });

  const host = 'Host: localhost:4321\r\n';
  it.each<[string, (text: string) => string, string]>([
    ['two Host headers', (text) => text.replace(host, host + host), 'more than one Host header'],
    ['no Host', (text) => text.replace(host, ''), 'the Host header is missing'],
    ['a fragment', (text) => text.replace(' HTTP/', '#a HTTP/'), 'must not contain a fragment'],
    [
      'a target with other characters than ASCII',
      (text) => text.replace(' HTTP/', '?a=ø HTTP/'),
      'percent-encoded',
    ],
    ['another authority', (text) => text.replace(' /', ' http://bank/'), 'name different hosts'],
    [
      'long headers',
      (text) => text.replace(host, `${host}X: ${'x'.repeat(16_384)}\r\n`),
      'larger than 16 KiB',
    ],
  ])('of HTTP: %s', async (_, change, fault) => {
    const { code, json } = await explain(change(raw()));
    expect(code).toBe(1);
    expect(json.faults[0]).toMatchObject({ code: 'BAD_REQUEST', text: expect.stringContaining(fault) });
  });

  it.each<[string, (text: string) => string]>([
    ['the absolute form', (text) => text.replace(' /', ' http://localhost:4321/')],
    [
      'a body in chunks',
      (text) => {
        const [head = '', sent = ''] = text.split('\r\n\r\n');
        const chunks = [sent.slice(0, 20), sent.slice(20), ''];
        const written = chunks.map((one) => `${Buffer.byteLength(one).toString(16)}\r\n${one}\r\n`);
        return `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${written.join('')}`;
      },
    ],
    [
      'a body whose chunks a tool has joined',
      (text) => text.replace(host, `${host}Transfer-Encoding: chunked\r\n`),
    ],
    ['HTTP/2, which has no Host', (text) => text.replace(host, '').replace('HTTP/1.1', 'HTTP/2')],
    ['an entry of the request log', (text) => text.replace(host, '').replace(' HTTP/1.1', '')],
  ])('and HTTP allows %s', async (_, change) => {
    expect((await explain(change(raw()))).json).toMatchObject({ valid: true, faults: [] });
  });

  it('of a method and a media type that GraphQL refuses', async () => {
    const options = ['--body', '{}', '--json'];
    const put = await run('explain', 'PUT', '/graphql', ...options);
    expect(put.json.faults).toMatchObject([
      { code: 'BAD_REQUEST', text: expect.stringContaining('GET, HEAD, POST') },
    ]);
    const untyped = raw((headers) => headers.delete('content-type')).replace(instantPath, '/graphql');
    expect(named((await explain(untyped)).json.faults)).toEqual(['BAD_REQUEST Content-Type']);
    expect(named((await run('explain', 'POST', '/graphql', '--json')).json.faults)).toEqual([
      'BAD_REQUEST Content-Type',
    ]);
    expect((await run('explain', 'GET', '/graphql?query={a}', '--json')).json.valid).toBe(true);
    const header = 'Accept: application/graphql-response+json';
    expect((await run('explain', 'POST', '/graphql', ...options, '--header', header)).json.valid).toBe(true);
  });

  it('of a request to GraphQL', async () => {
    const args = ['POST', '/graphql', '--body', '{"query":"{ viewer { tppId } }"}', '--json'];
    expect((await run('explain', ...args)).json.valid).toBe(true);
    const bare = await run('explain', ...args, '--header', 'Signature: keyId="x"');
    expect(named(bare.json.faults)).toContain('HTTP_HEADER_REQUIRED TPP-Signature-Certificate');
    expect(bare.json.signingString).toBeNull();
  });

  it('by common mistakes: the text says which', () => {
    const request = { method: 'GET', url: `${url}/v1/sandbox/customers` };
    const signed = (covered: readonly string[], list: string) => {
      const headers = signRequest(request, identity, { covered });
      headers.set(
        'signature',
        (headers.get('signature') ?? '').replace(/headers="[^"]*"/, `headers="${list}"`),
      );
      const target = '/v1/sandbox/customers';
      return explainRequest({ method: 'GET', target, headers, body: null }, { trustAnchors: [anchor] })
        .faults;
    };
    expect(signed(['date', 'x-request-id'], 'date').at(-1)?.text).toContain(
      'You also signed x-request-id. Write headers="date x-request-id".',
    );
    expect(signed(['x-request-id', 'date'], 'date x-request-id')[0]?.text).toContain(
      'headers="x-request-id date"',
    );
    expect(signed(['X-Request-ID', 'Date'], 'x-request-id date')[0]?.text).toContain('not in lower case');
    expect(signed(['date'], 'date x-request-id')[0]?.text).toContain(
      'Compare the signing string with the string that you signed.',
    );
  });
});

describe('the result says what was checked', () => {
  it('of a request without a fault', async () => {
    const { code, out } = await run('explain', 'POST', instantPath, '--psu', '--body', '{}');
    expect(code).toBe(0);
    expect(out).toContain('No fault in certificate, signature, date, digest and headers.');
    expect(out).toContain('Not checked: the fields of the body');
  });

  it.each(['/livez', '/docs', '/'])('of a page, which needs no signature: %s', async (path) => {
    const request = `GET ${path} HTTP/1.1\nHost: localhost`;
    expect((await explain(request)).json).toEqual({ valid: true, signingString: null, faults: [] });
    const { code, out } = await run('explain', 'GET', path);
    expect(code).toBe(0);
    expect(out).toContain('This path needs no signature');
    expect(out).not.toContain('certificate, signature');
    expect(named((await explain(request.replace('GET', 'POST'))).json.faults)).toContain('NOT_FOUND null');
  });
});

describe('each operation of the bank', () => {
  it('is accepted when it is signed as the table says', () => {
    for (const { method, path, body: takes, sandbox, service, query } of routes) {
      const product = products.find((one) => one.service === service)?.name ?? '';
      const parameters = query.some(({ required }) => required) ? '?bookingStatus=both' : '';
      const target = `${path.replace(/:product/, product).replace(/:\w+/g, 'x')}${parameters}`;
      const text = takes === 'json' ? '{}' : null;
      const headers = signRequest(
        { method, url: `${url}${target}`, headers: singleScaHeaders(psu), body: text },
        identity,
      );
      const request = { method, target, headers, body: text === null ? null : Buffer.from(text) };
      expect([target, explainRequest(request, { trustAnchors: [anchor] }).faults]).toEqual([target, []]);
      const outside = explainRequest(request, { trustAnchors: [anchor], sandbox: false });
      expect(outside.faults.map(({ code }) => code)).toEqual(sandbox ? ['NOT_FOUND'] : []);
    }
  });
});

describe('a curl line is read as a shell and curl read it', () => {
  const read = (line: string, file = '') => readRequest(Buffer.from(line), () => Buffer.from(file));
  const address = 'http://localhost:4321/v1/x';

  it('with the escapes of a text that a browser copied', async () => {
    const sent = `{"text":"it's æ!"}`;
    const written = sent.replaceAll("'", "\\'").replace('!', '\\u0021');
    const request = {
      method: 'POST',
      url: `${url}${instantPath}`,
      headers: singleScaHeaders(psu),
      body: sent,
    };
    const headers = writtenHeaders(signRequest(request, identity)).map(
      ([name, value]) => `-H '${name}: ${value}'`,
    );
    for (const form of [written, written.replace('æ', '\\xc3\\xa6'), written.replace('æ', '\\303\\246')]) {
      const line = `curl '${url}${instantPath}' ${headers.join(' ')} --data-raw $'${form}'`;
      expect(read(line)?.body?.toString()).toBe(sent);
      expect((await explain(line)).json).toMatchObject({ valid: true });
    }
  });

  it.each([
    '-b a=b',
    '-u user:secret',
    '-e https',
    '-K file',
    '-r 0-1',
    '-sSu me',
    '--max-redirs 3',
    '--tls-max 1.3',
    '--ciphers A',
    '--noproxy localhost',
    '--pass p',
    '--cert-type PEM',
    '--retry-delay 1',
    '--an-option-of-tomorrow value',
  ])('with the option %s before the address', (option) => {
    expect(read(`curl ${option} -X DELETE ${address}`)).toMatchObject({ method: 'DELETE', target: '/v1/x' });
  });

  it.each([
    ['-T body.json', 'PUT', '/v1/x', '{}'],
    ['-F a=b', 'POST', '/v1/x', 'a=b'],
    ['-sG -d a=b --data-urlencode "c=d e"', 'GET', '/v1/x?a=b&c=d%20e', undefined],
    ['--url-query a=b', 'GET', '/v1/x?a=b', undefined],
    ["-G -d 'a=\"ø'", 'GET', '/v1/x?a="\xc3\xb8', undefined],
    ['-Isd a', 'HEAD', '/v1/x', 'a'],
    ["-d '-X'", 'POST', '/v1/x', '-X'],
    ["-d '-sXPUT'", 'POST', '/v1/x', '-sXPUT'],
    ["-H 'Name: à' --data 'à'", 'POST', '/v1/x', 'à'],
  ])('%s', (options, method, target, sent) => {
    const request = read(`curl ${options} ${address}`, '{}');
    expect({ ...request, body: request?.body?.toString() }).toMatchObject({ method, target, body: sent });
  });
});

describe('shell words', () => {
  it.each<[string, readonly string[] | null]>([
    [`a 'b c' "d \\" e"`, ['a', 'b c', 'd " e']],
    [`a \\\n  b`, ['a', 'b']],
    [`a'b'"c"`, ['abc']],
    [`$'x\\ny' ''`, ['x\ny', '']],
    [`'it'\\''s'`, ["it's"]],
    [`"open`, null],
    [`$'open\\'`, null],
    [`$'\\u0021\\U00000021\\x21\\41\\041'`, ['!!!!!']],
    [`$'\\a\\b\\e\\E\\f\\v\\?\\"\\cA\\q\\x\\u'`, ['\x07\b\x1b\x1b\f\v?"\x01\\q\\x\\u']],
    [`$'\\xe6\\u00e6\\Uffffffff'`, ['\xe6\xc3\xa6']],
    [`$'a\\0b'c`, ['ac']],
  ])('%j', (text, words) => {
    expect(shellWords(text)).toEqual(words);
  });

  it.each(['"', "$'"])('a quoted text of 20 MB is one word: %s', (quote) => {
    const text = 'a'.repeat(20_000_000);
    const [word = ''] = shellWords(`${quote}${text}${quote.at(-1)}`) ?? [];
    expect(word.length).toBe(text.length);
  });
});
