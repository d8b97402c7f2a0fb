import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SignedRequest } from '../../../src/domain/caller.ts';
import { createGuard } from '../../../src/security/guard.ts';
import { createTrustStore } from '../../../src/security/trust.ts';
import { laySandboxKeys } from '../../../test/support/keys.ts';
import { completionScript } from '../src/commands/completion.ts';
import { commands } from '../src/commands/list.ts';
import { ensureSandboxFiles } from '../src/files.ts';
import { sandboxFolder } from './support/sandbox-folder.ts';
import { terminal } from './support/terminal.ts';

const hasZsh = spawnSync('zsh', ['--version']).status === 0;

const dataDir = sandboxFolder('acme-pay');
afterEach(() => void vi.unstubAllGlobals());

const run = (...args: string[]) => terminal({ DATA_DIR: dataDir, PORT: '4321' })(...args);

/** Answers in place of a service, and records the requests. */
function serve(
  status: number,
  ...bodies: unknown[]
): { url: string; init: RequestInit & { headers: Headers } }[] {
  const seen: { url: string; init: RequestInit & { headers: Headers } }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit & { headers: Headers }) => {
    // The unsigned check for a sandbox is not a request of the user.
    if (url.endsWith('/sandbox/return')) return new Response(null);
    seen.push({ url, init });
    return Response.json(bodies[Math.min(seen.length, bodies.length) - 1], { status });
  });
  return seen;
}

function admitted({ url, init }: { url: string; init: RequestInit & { headers: Headers } }) {
  const guard = createGuard({
    trust: createTrustStore([readFileSync(join(dataDir, 'tpp/ca.pem'), 'utf8')]),
    now: Date.now,
    maxAgeSeconds: 60,
    explain: true,
  });
  const { pathname, search } = new URL(url);
  const body = typeof init.body === 'string' ? Buffer.from(init.body) : null;
  const request: SignedRequest = {
    method: init.method ?? '',
    target: pathname + search,
    headers: init.headers,
    body,
  };
  return guard.verify(request, { digestRequired: true, role: 'PSP_PI' });
}

describe('pay', () => {
  it('sends a payment that the bank accepts, and shows the response and the next step', async () => {
    const seen = serve(201, { paymentId: 'p-1', _links: { scaRedirect: { href: 'http://bank/sca/x' } } });
    const { code, out, notes } = await run(
      'pay',
      '--amount',
      '7.00',
      '--creditor',
      '1',
      '--debtor',
      '2',
      '--url',
      'http://bank/',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ paymentId: 'p-1' });
    expect(notes).toContain(
      'POST http://bank/v1/payments/instant-norwegian-domestic-credit-transfers-straks\nHTTP 201',
    );
    expect(notes).toContain('http://bank/sca/x');
    const place = `--url http://bank --data-dir '${dataDir}'`;
    expect(notes).toContain(`npm run tpp -- status p-1 ${place}`);
    expect(notes).toContain(`npm run tpp -- approve p-1 ${place}`);
    // The first request asks who owns the debtor account.
    const [, sent] = seen;
    expect(sent && admitted(sent).tppId).toBe('PSDNO-FSA-DEMOTPP1');
    expect(JSON.parse(String(sent?.init.body))).toMatchObject({
      instructedAmount: { amount: '7.00', currency: 'NOK' },
      creditorAccount: { bban: '1' },
      debtorAccount: { bban: '2' },
    });
    expect(sent?.init.redirect).toBe('manual');
  });

  it('never sends the same payment twice, unless --text is given', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const seen = serve(201, {});
    await run('pay');
    vi.advanceTimersByTime(1);
    await run('pay');
    await run('pay', '--text', 'Rent');
    await run('pay', '--text', 'Rent');
    vi.useRealTimers();
    const texts = seen.map(({ init }) => JSON.parse(String(init.body)).remittanceInformationUnstructured);
    expect(new Set(texts.slice(0, 2)).size).toBe(2);
    expect(texts.slice(2)).toEqual(['Rent', 'Rent']);
    expect(seen[0]?.url).toMatch(/^http:\/\/localhost:4321\/v1\//);
  });

  it('ends with 1 when the bank refuses', async () => {
    serve(409, { code: 'CONFLICT' });
    expect(await run('pay')).toMatchObject({ code: 1, out: expect.stringContaining('CONFLICT') });
  });
});

describe('status, send, graphql and token', () => {
  it('status follows the link of the payment', async () => {
    const seen = serve(
      200,
      { data: { payment: { links: { status: { href: '/v1/payments/x/p-1/status' } }, statusHistory: [] } } },
      { transactionStatus: 'RCVD' },
    );
    const { code, out } = await run('status', 'p-1');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ transactionStatus: 'RCVD', statusHistory: [] });
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/graphql', '/v1/payments/x/p-1/status']);
    for (const sent of seen) admitted(sent);
  });

  it('status reports an unknown payment', async () => {
    serve(200, { data: { payment: null, signingBasket: null } });
    expect(await run('status', 'p-9')).toMatchObject({
      code: 1,
      notes: 'This TPP has no payment or basket p-9.',
    });
    const { code, json } = await run('status', 'p-9', '--json');
    expect({ code, json }).toEqual({ code: 1, json: { error: 'This TPP has no payment or basket p-9.' } });
  });

  it('graphql reports a mutation that the bank refused', async () => {
    const refuse = (category: string) =>
      serve(200, { data: { pay: { tppMessages: [{ category, code: 'FORMAT_ERROR' }] } } });
    refuse('ERROR');
    expect((await run('graphql', 'mutation { pay }')).code).toBe(1);
    refuse('WARNING');
    expect((await run('graphql', 'mutation { pay }')).code).toBe(0);
  });

  const create = 'mutation Pay { createInstantPayment(input: {}) { a } }';
  const clock = 'mutation { advanceSandboxClock(input: {}) { a } }';
  const removeFault = 'mutation { setSandboxFaults(input: {}) { a } }';
  const noCover = { code: 'FUNDS', text: 'no cover' };

  it.each<[string, string, object, number]>([
    ['messages without category', create, { tppMessages: [noCover] }, 1],
    ['messages of text alone', create, { payment: null, tppMessages: [{ text: 'no cover' }] }, 1],
    ['messages under an alias', create, { messages: [{ ...noCover, category: 'ERROR' }] }, 1],
    ['no clock', clock, { sandboxClock: null, events: [], tppMessages: [noCover] }, 1],
    ['a resource', create, { payment: { id: '1' }, psuMessage: null }, 0],
    ['a resource with a warning', create, { payment: { id: '1' }, tppMessages: [noCover] }, 0],
    ['a warning alone', create, { messages: [{ ...noCover, category: 'WARNING' }] }, 0],
    ['no message', 'mutation { signOut { tppMessages { code } } }', { tppMessages: [] }, 0],
    ['no message, and no field', removeFault, { faults: null, tppMessages: [] }, 0],
    ['a fault that was removed', removeFault, { faults: null }, 0],
    [
      'a deleted id',
      'mutation { deleteSandboxAccount(resourceId: "1") { resourceId } }',
      { resourceId: '1' },
      0,
    ],
    ['no message for the PSU', create, { psuMessage: null }, 0],
    ['no event', clock, { events: [], hasMoreEvents: false }, 0],
    ['events', clock, { events: [{ text: 'a run' }] }, 0],
    [
      'a read without a value',
      '# no mutation\n{ payment(id: "mutation") { debtorName } }',
      { debtorName: null },
      0,
    ],
  ])('graphql and send end as the bank decided: the response has %s', async (_, query, payload, code) => {
    serve(200, { data: { a: payload } });
    expect((await run('graphql', query)).code).toBe(code);
    const body = JSON.stringify({ query });
    expect((await run('send', 'POST', '/graphql', '--body', body)).code).toBe(code);
  });

  it('send accepts any method, body, headers and form of signature', async () => {
    const seen = serve(200, { ok: true });
    const file = join(dataDir, 'body.json');
    await writeFile(file, '{"a":"ø"}');
    expect(
      (await run('send', 'put', '/v1/x?y=1', '--body', `@${file}`, '--header', 'PSU-ID: me', '--wrap', 'B'))
        .code,
    ).toBe(0);
    const [sent] = seen;
    expect(sent?.init).toMatchObject({ method: 'PUT', body: '{"a":"ø"}' });
    expect(sent?.init.headers.get('signature')).toMatch(/^=\?utf-8\?B\?/);
    expect(sent && admitted(sent).tppId).toBe('PSDNO-FSA-DEMOTPP1');
  });

  it('send and sign keep a given signature, and every value of a repeated header', async () => {
    const seen = serve(200, {});
    const words = [...['--header', 'Signature: abc'], ...['--header', 'A: b', '--header', 'a: c']];
    await run('send', 'GET', '/v1/x', ...words);
    expect(seen[0]?.init.headers.get('signature')).toBe('abc');
    expect(seen[0]?.init.headers.get('a')).toBe('b, c');
    const { headers } = (await run('sign', 'GET', '/v1/x', ...words, '--json')).json;
    expect(headers).toMatchObject({ signature: 'abc', a: 'b, c' });
  });

  it('graphql sends document and variables, and ends with 1 for errors', async () => {
    const seen = serve(200, { data: {} }, { errors: [{ message: 'no' }] });
    expect((await run('graphql', '{ viewer { tppId } }', '--variables', '{"a":1}')).code).toBe(0);
    expect(JSON.parse(String(seen[0]?.init.body))).toEqual({
      query: '{ viewer { tppId } }',
      variables: { a: 1 },
    });
    expect((await run('graphql', '{ viewer { tppId } }')).code).toBe(1);
  });

  it('token prints only the token, or the reason for its absence', async () => {
    serve(200, { data: { createConsoleToken: { token: 't-1' } } });
    expect(await run('token')).toMatchObject({ code: 0, out: 't-1' });
    serve(200, { errors: [{ message: 'Cannot query field "createConsoleToken"' }] });
    expect(await run('token')).toMatchObject({
      code: 1,
      out: '',
      notes: expect.stringContaining('Cannot query field'),
    });
  });
});

describe('curl and new', () => {
  it('curl pipes a body that is longer than an argument may be', async () => {
    const body = `{"a":"it's ${'ø'.repeat(70_000)}"}`;
    writeFileSync(join(dataDir, 'long.json'), body);
    const { out } = await run('curl', 'POST', '/graphql', '--body', `@${join(dataDir, 'long.json')}`);
    const [, line = ''] = /^(printf [^|]*) \| curl -X POST [^|]* --data-binary @-$/.exec(out) ?? [];
    expect(execFileSync('sh', { input: line, encoding: 'utf8' })).toBe(body);
    writeFileSync(join(dataDir, 'long.sh'), out);
    expect((await run('explain', '--request', join(dataDir, 'long.sh'), '--json')).json.valid).toBe(true);
  });

  it('curl quotes for a shell', async () => {
    const { out } = await run('curl', 'POST', '/graphql', '--body', `{"a":"it's"}`);
    expect(out).toContain(`curl -X POST 'http://localhost:4321/graphql' \\\n`);
    expect(out).toContain(`--data-raw '{"a":"it'\\''s"}'`);
    expect(out).toMatch(/ {2}-H 'signature: keyId="SN=/);
  });

  it('new creates a TPP that can sign, and renews it for the same key', async () => {
    const seen = serve(201, {});
    const { code, out } = await run('new', 'Acme Pay');
    expect(code).toBe(0);
    const [id, , keyPath = ''] = out.split('\n');
    expect(id).toBe('PSDNO-FSA-ACME-PAY');
    const key = await readFile(keyPath, 'utf8');
    await run('new', 'Acme Pay', '--id', 'PSDNO-FSA-7', '--roles', 'psp_pi');
    expect(await readFile(keyPath, 'utf8')).toBe(key);
    const tpp = { tppId: 'PSDNO-FSA-7', name: 'Acme Pay', roles: ['PSP_PI'] };
    for (const name of ['acme-pay', 'Acme Pay', 'PSDNO-FSA-7']) await run('pay', '--as', name);
    expect(seen.map(admitted)).toEqual([tpp, tpp, tpp].map((one) => expect.objectContaining(one)));
  });
});

describe('a renewed certificate', () => {
  const renewed = async (...args: string[]) => {
    const { json } = await run('certificate', 'Acme Pay', '--json', ...args);
    return new X509Certificate(await readFile(json.certificate, 'utf8'));
  };

  it('keeps domains and roles, unless the command names others', async () => {
    const seen = serve(201, {});
    const domains = ['--domain', 'tpp.example,*.tpp.example'];
    await renewed('--id', 'PSDNO-FSA-8', '--roles', 'PSP_AS,PSP_PI', ...domains);
    expect((await renewed()).subjectAltName).toBe('DNS:tpp.example, DNS:*.tpp.example');
    await run('pay', '--as', 'acme-pay');
    expect(seen.map(admitted)).toEqual([expect.objectContaining({ roles: ['PSP_AS', 'PSP_PI'] })]);
    expect((await renewed('--domain', 'other.example')).subjectAltName).toBe('DNS:other.example');
    expect((await renewed('--domain', '')).subjectAltName).toBeUndefined();
  });

  it('a note shows how to pay as the new TPP, also if the command names another', async () => {
    const { notes } = await run('certificate', 'Acme Pay', '--as', 'demo');
    expect(notes).toMatch(/ pay --as acme-pay(?! --as)/);
  });

  it.skipIf(process.platform === 'win32')('a bad one has a secret key, also in an older file', async () => {
    const keyPath = join(dataDir, 'tpp/acme-pay.expired.key');
    writeFileSync(keyPath, 'older');
    chmodSync(keyPath, 0o644);
    await run('certificate', 'Acme Pay', '--bad', 'expired');
    expect(statSync(keyPath).mode & 0o777).toBe(0o600);
  });
});

it('a certificate that the bank does not know: the message names its folder, and the option for another', async () => {
  const refusal = { code: 'CERTIFICATE_INVALID', message: 'the bank trusts no such issuer' };
  serve(401, refusal);
  const { code, notes } = await run('status', 'p-1', '--url', 'http://bank');
  expect([code, notes]).toEqual([
    1,
    expect.stringContaining(
      `The certificate comes from ${dataDir}/tpp. If this bank uses another data folder, name it with --data-dir.`,
    ),
  ]);
  serve(401, { ...refusal, code: 'SIGNATURE_INVALID' });
  expect((await run('status', 'p-1', '--url', 'http://bank')).notes).not.toContain('--data-dir');
});

describe('2: a mistake in the call is reported in one line', () => {
  it.each([
    ['an unknown command', ['fly']],
    ['an unknown option', ['pay', '--fly']],
    ['a missing path', ['send', 'GET']],
    ['a path without a slash', ['send', 'GET', 'v1/x']],
    ['a missing paymentId', ['status']],
    ['a missing document', ['graphql']],
    ['a subscription', ['graphql', '# all\nsubscription S { paymentStatusChanged { id } }']],
    ['variables that are no JSON', ['graphql', '{a}', '--variables', '{']],
    ['a header without a colon', ['send', 'GET', '/x', '--header', 'x']],
    ['a file that is not there', ['send', 'POST', '/x', '--body', '@/nowhere']],
    ['a key without a certificate', ['pay', '--key', 'x']],
    ['files that are not there', ['pay', '--key', '/nowhere', '--certificate', '/nowhere']],
    ['a TPP that is not there', ['pay', '--as', 'nobody']],
    ['an address that is none', ['pay', '--url', 'bank']],
    ['the address of a page of the console', ['send', 'GET', '/v1/x', '--url', 'http://bank/#/payments']],
    ['an address with a query', ['send', 'GET', '/v1/x', '--url', 'http://bank?x=1']],
    ['an address that ends with a space', ['send', 'GET', '/v1/x', '--url', 'http://bank ']],
    ['the address of REST', ['pay', '--url', 'https://bank.example/psd2/v1']],
    ['the address of GraphQL', ['flow', 'instant', '--url', 'https://bank.example/graphql/']],
    ['a form of signature that is none', ['pay', '--wrap', 'X']],
    ['a role that is none', ['new', 'x', '--roles', 'PSP_XX']],
    ['a domain that is none', ['new', 'x', '--domain', 'tpp.example,not a domain']],
    ['a name that is taken', ['new', 'demo']],
    ['no name', ['new']],
    ['an empty paymentId', ['status', '']],
    ['an empty optional word', ['listen', '']],
    ['an empty path', ['send', 'GET', '']],
    ['an empty customer', ['approve', 'p-1', '--customer', '']],
    ['an empty option of pay', ['pay', '--amount', '']],
  ])('%s', async (_, args) => {
    const seen = serve(200, {});
    const { code, out, notes } = await run(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(notes).toMatch(/^[^\n]{10,160}$/);
    expect(seen).toEqual([]);
  });

  it('an option with an empty value: the message names the option', async () => {
    const ended = await run('sign', 'GET', '/v1/x', '--data-dir', '');
    expect(ended).toMatchObject({ code: 2, notes: '--data-dir is empty; see npm run tpp -- sign --help.' });
  });

  it('a value that begins with a dash: the message shows the form that is possible', async () => {
    const seen = serve(200, {});
    expect(await run('pay', '--amount', '-5')).toMatchObject({
      code: 2,
      out: '',
      notes: "A value that begins with a dash needs the form '--amount=-XYZ'; see npm run tpp -- pay --help.",
    });
    expect(seen).toEqual([]);
  });

  it.each([
    ['flow', 'instant'],
    ['trigger', 'NO_COVER'],
    ['token'],
    ['approve', 'p-1'],
    ['clock'],
    ['console'],
  ])('%s, at a bank that is not a sandbox', async (...args) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(new URL(url).pathname);
      return new Response(null, { status: 404 });
    });
    const { code, notes } = await run(...args);
    expect([code, notes]).toEqual([2, expect.stringContaining(`${args[0]} works only with a sandbox`)]);
    expect(asked).toEqual(['/sandbox/return']);
  });

  it('a body in another encoding than UTF-8: it would be signed and sent changed', async () => {
    const seen = serve(200, {});
    const file = join(dataDir, 'latin1.json');
    await writeFile(file, Buffer.from('{"creditorName":"Bjørn"}', 'latin1'));
    expect(await run('send', 'POST', '/v1/x', '--body', `@${file}`)).toEqual({
      code: 2,
      out: '',
      notes: `${file} is not UTF-8 text; save it as UTF-8.`,
      json: undefined,
    });
    expect(seen).toEqual([]);
  });

  it.each([
    ['a port that fetch refuses', ['send', 'GET', '/x', '--url', 'http://localhost:6000'], ':6000'],
    ['the same, listened to', ['listen', '--url', 'http://localhost:6000'], ':6000'],
    ['a header of the connection', ['send', 'GET', '/x', '--header', 'Expect: 100-continue'], 'expect'],
    ['another', ['send', 'GET', '/x', '--header', 'Transfer-Encoding: chunked'], 'transfer-encoding'],
    ['another', ['send', 'GET', '/x', '--header', 'Keep-Alive: 5'], 'keep-alive'],
    ['another', ['send', 'GET', '/x', '--header', 'Upgrade: h2c'], 'upgrade'],
    ['another', ['send', 'GET', '/x', '--header', 'Content-Length: x'], 'content-length'],
    ['a method that fetch refuses', ['send', 'TRACE', '/x'], 'TRACE'],
  ])('what cannot be sent, and not a service that does not run: %s %j', async (_, args, named) => {
    const { code, out, notes } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(notes).toMatch(/^The request to http:\/\/localhost:\d+ cannot be sent: [^\n]+\.$/);
    expect(notes).toContain(named);
  });

  it.each(['/v1/%2e%2e/livez', '/v1/.', '/v1/.%2E?a', '/v1\\x', '/./v1'])(
    'a path that Node would change: %s',
    async (path) => {
      const seen = serve(200, {});
      for (const command of ['send', 'sign']) {
        const { code, out, notes } = await run(command, 'GET', path);
        expect({ code, out }).toEqual({ code: 2, out: '' });
        expect(notes).toMatch(
          /^The request to http:\/\/localhost:4321 cannot be sent: Node changes a path [^\n]+$/,
        );
      }
      expect(seen).toEqual([]);
      expect((await run('curl', 'GET', path)).out).toContain(
        `curl -X GET --path-as-is 'http://localhost:4321${path}'`,
      );
    },
  );

  it('curl sends a query with other characters than ASCII as send does', async () => {
    const seen = serve(200, {});
    await run('send', 'GET', '/v1/x?a=ø"%20');
    const { out } = await run('curl', 'GET', '/v1/x?a=ø"%20');
    expect(out).toContain(`'http://localhost:4321/v1/x?a=%C3%B8"%20'`);
    expect(seen.map((one) => new URL(one.url).search)).toEqual(['?a=%C3%B8%22%20']);
  });

  it.each(['/v1/...', '/v1/a..b', '/v1/%2e%2e%2fx', '/v1/x?a=/../b'])(
    'a path with dots is sent if Node does not change it: %s',
    async (path) => {
      const seen = serve(200, {});
      expect((await run('send', 'GET', path)).code).toBe(0);
      expect(seen.map(({ url }) => url)).toEqual([`http://localhost:4321${path}`]);
      expect((await run('curl', 'GET', path)).out).not.toContain('path-as-is');
    },
  );

  it.each(['/v1/ x', '/v1/x#y'])('%s, a path with a forbidden character', async (path) => {
    expect((await run('send', 'GET', path)).notes).toContain('must not contain spaces or #');
  });

  it.each([
    ['ca.key', ['certificate', 'other'], 'ca.key is not a regular file. Restore it'],
    ['other.pem', ['certificate', 'other'], 'other.pem is not a regular file. Restore it'],
    ['other.expired.key', ['certificate', 'other', '--bad', 'expired'], 'other.expired.key cannot be'],
    ['demo.key', ['pay'], "The TPP 'demo': cannot read"],
  ])('a file that is there and cannot be read: %s for %j', async (name, args, why) => {
    const seen = serve(200, {});
    const folder = await mkdtemp(join(tmpdir(), 'tpp unreadable '));
    await ensureSandboxFiles(laySandboxKeys(folder));
    const file = join(folder, 'tpp', name);
    await rm(file, { force: true });
    await mkdir(file);
    const before = await readdir(join(folder, 'tpp'));
    const { code, out, notes } = await run(...args, '--data-dir', folder);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(notes).toMatch(/^[^\n]+$/);
    expect(notes).toContain(why);
    expect(notes).toContain(folder);
    expect(await readdir(join(folder, 'tpp'))).toEqual(before);
    expect(seen).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('the key of another certificate', async () => {
    const tpp = join(dataDir, 'tpp');
    const { code, notes } = await run(
      'pay',
      '--key',
      join(tpp, 'ca.key'),
      '--certificate',
      join(tpp, 'demo.pem'),
    );
    expect({ code, notes }).toEqual({ code: 2, notes: 'The key does not belong to the certificate.' });
  });

  it('a key with a passphrase, and a file that is no certificate: the message names the file', async () => {
    const [keyPath, certificatePath] = [join(dataDir, 'encrypted.key'), join(dataDir, 'tpp/demo.pem')];
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
    await writeFile(keyPath, privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }));
    expect(await run('pay', '--key', keyPath, '--certificate', certificatePath)).toMatchObject({
      code: 2,
      notes: `--key: ${keyPath} is not a private key in PEM without a passphrase.`,
    });
    expect(await run('pay', '--key', keyPath, '--certificate', keyPath)).toMatchObject({
      code: 2,
      notes: `--certificate: ${keyPath} is not a certificate in PEM.`,
    });
  });

  it('a service that does not run', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    const { code, notes } = await run('pay');
    expect(code).toBe(3);
    expect(notes).toContain('Nothing answers at http://localhost:4321; is the service running (npm start)?');
  });

  it.each([['pay'], ['clock'], ['approve', 'p-1']])(
    'a service that accepts connections but does not answer: only one request waits, by %s',
    async (...args) => {
      const fetchSpy = vi.fn(() => Promise.reject(new DOMException('late', 'TimeoutError')));
      vi.stubGlobal('fetch', fetchSpy);
      const { code, notes } = await run(...args);
      expect({ code, notes }).toEqual({
        code: 3,
        notes: 'http://localhost:4321 did not answer within 30 s.',
      });
      expect(fetchSpy).toHaveBeenCalledOnce();
    },
  );

  it.each([
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'self-signed certificate',
      'Name the file of its CA in NODE_EXTRA_CA_CERTS.',
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Host: a.example.', ': Host: a.example.'],
    ['CERT_HAS_EXPIRED', 'certificate has expired', ': certificate has expired.'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number', 'does the service use http?'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND', 'does not exist in DNS.'],
  ])('a service that is running but cannot be used: %s', async (code, message, text) => {
    const cause = Object.assign(new Error(message), { code });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
    const ended = await run('pay');
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(ended.notes.slice(-text.length)).toBe(text);
    expect(ended.notes).not.toContain('npm start');
  });

  it.each([
    ['pay'],
    ['graphql', '{ a }'],
    ['status', 'p-1'],
    ['flow', 'instant'],
    ['trigger', 'NO_COVER'],
    ['listen'],
  ])('3: a redirect to another address, by %s', async (...args) => {
    const headers = { location: 'https://bank.example/' };
    vi.stubGlobal('fetch', async () => new Response(null, { status: 301, headers }));
    const { code, out, notes } = await run(...args);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(notes).toContain(
      'redirects to https://bank.example/. Name the address of the service with --url.',
    );
  });

  it.each([['pay'], ['graphql', '{ a }'], ['status', 'p-1'], ['token']])(
    '1: a page instead of a result, by %s',
    async (...args) => {
      vi.stubGlobal('fetch', async () => new Response('<html>'));
      expect((await run(...args)).code).toBe(1);
    },
  );

  it.each([['flow', 'instant'], ['trigger', 'NO_COVER'], ['listen']])(
    '1: a page instead of a result: the message says so, by %s',
    async (...args) => {
      vi.stubGlobal('fetch', async () => new Response('<html>'));
      expect(await run(...args)).toMatchObject({
        code: 1,
        notes: expect.stringMatching(/HTTP 200: the response is not JSON$/),
      });
    },
  );

  it.each([
    ['send', 'GET', '/v1/x'],
    ['pay', '--json'],
    ['graphql', '{ a }'],
    ['graphql', '{ a }', '--json'],
    ['token'],
    ['status', 'p-1', '--json'],
  ])('3: a service that fails, by %s %s %s: standard output is empty', async (...args) => {
    const body = { code: 'SYSTEM_ERROR', message: 'The service cannot serve this now.' };
    serve(503, body);
    const { code, out, notes } = await run(...args);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(notes).toMatch(
      /^(GET|POST) http:\/\/localhost:4321\/\S+: the service failed, HTTP 503 SYSTEM_ERROR: [^\n]+$/,
    );
  });

  it('3: a service that fails at GraphQL: the reason is shown', async () => {
    serve(503, { errors: [{ message: 'The request timed out.' }] });
    const { code, notes } = await run('clock', 'P1D');
    expect({ code, notes }).toEqual({
      code: 3,
      notes: 'POST http://localhost:4321/graphql: the service failed, HTTP 503: The request timed out.',
    });
  });

  it.each(['payments', 'status p-1', 'listen'])(
    '3: a service that fails in one of several fields, by %s',
    async (command) => {
      const errors = [
        { message: 'paymentId: no such payment', extensions: { code: 'RESOURCE_UNKNOWN', status: 404 } },
        { message: 'not now', extensions: { code: 'FORMAT_ERROR', status: 400 } },
        { message: 'The service failed.', extensions: { code: 'SYSTEM_ERROR', status: 500 } },
      ];
      serve(200, { data: { payment: null }, errors });
      const { code, out, notes } = await run(...command.split(' '));
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(notes).toContain('HTTP 500');
      expect(notes).not.toContain('no such payment');
    },
  );

  it('3: of several errors of a service that fails, the message names the gravest', async () => {
    const unknown = { message: 'no such payment', extensions: { status: 404 } };
    const failure = { message: 'The service is overloaded.', extensions: { status: 503 } };
    serve(503, { errors: [unknown, failure] });
    expect((await run('payments')).notes).toContain('HTTP 503: The service is overloaded.');
  });

  it('1: of several errors, the message names the gravest', async () => {
    const faulty = { message: 'first: must be a number', extensions: { status: 400 } };
    const forbidden = { message: 'a token needs a sandbox', extensions: { status: 403 } };
    serve(200, { errors: [faulty, forbidden] });
    expect(await run('token')).toMatchObject({ code: 1, notes: 'HTTP 403: a token needs a sandbox' });
  });

  it.each([['token'], ['console'], ['clock', '+1d']])(
    '1: a mutation without a result, by %s',
    async (...args) => {
      serve(200, { data: {} });
      const { code, out } = await run(...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
    },
  );

  it('1: a refused mutation, with code, path and text', async () => {
    const message = { category: 'ERROR', code: 'FORMAT_ERROR', path: 'to', text: 'must be later' };
    serve(200, { data: { advanceSandboxClock: { tppMessages: [message] } } });
    expect(await run('clock', '+1d')).toMatchObject({ code: 1, notes: 'FORMAT_ERROR to: must be later' });
  });

  it('3: a response without end', async () => {
    const chunk = new Uint8Array(1_048_576);
    const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(chunk);
    vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ pull })));
    const { code, out, notes } = await run('send', 'GET', '/v1/x');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(notes).toBe('http://localhost:4321 sends a response of more than 64 MiB.');
  });

  it('--json prints status, headers and body of a response, and the exact signed text', async () => {
    serve(409, { code: 'CONFLICT' });
    const sent = await run('send', 'POST', '/v1/x', '--body', '{ }', '--json');
    expect(sent).toMatchObject({ code: 1, json: { status: 409, body: { code: 'CONFLICT' } } });
    expect(sent.json.headers['content-type']).toBe('application/json');
    const signed = await run('sign', 'POST', '/v1/x?y=1', '--body', '{ "a": "ø" }', '--json');
    expect(signed.json).toMatchObject({
      method: 'POST',
      url: 'http://localhost:4321/v1/x?y=1',
      body: '{ "a": "ø" }',
    });
    expect(signed.json.headers.signature).toMatch(/^keyId="SN=/);
    expect((await run('sign', 'GET', '/v1/x', '--json')).json.body).toBeNull();
    expect((await run('sign', 'GET', '/v1/x')).out).toMatch(/^date: [^\n]+\nsignature: keyId=/);
  });

  it('no command at all', async () => {
    expect(await run()).toMatchObject({
      code: 2,
      out: '',
      notes: 'Name a command. See npm run tpp -- --help.',
    });
  });
});

describe('help', () => {
  it('covers all commands, and each, without a service or a TPP', async () => {
    const seen = serve(200, {});
    const bare = terminal({ DATA_DIR: '/nowhere', PORT: 'x' });
    const all = await bare('--help');
    expect(all.code).toBe(0);
    for (const { name, summary, example, options } of commands) {
      expect(all.out).toContain(name);
      const { code, out, notes } = await bare(name, '--help');
      expect({ code, notes }).toEqual({ code: 0, notes: '' });
      expect(out).toContain(`npm run tpp -- ${name}`);
      expect(out.toLowerCase()).toContain(summary.toLowerCase().slice(0, 40));
      expect(out).toContain(`Example\n  ${example}`);
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`);
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    }
    expect(seen).toEqual([]);
  });

  it('works in any position', async () => {
    expect((await run('--help', 'pay')).out).toBe((await run('pay', '-h')).out);
  });

  it('is also a command', async () => {
    expect((await run('help')).out).toBe((await run('--help')).out);
    expect((await run('help', 'pay')).out).toBe((await run('pay', '--help')).out);
    expect((await run('--json', 'help', 'pay')).out).toBe((await run('pay', '--help')).out);
    expect((await run('help', 'help')).out).toBe((await run('--help')).out);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s has every command and every option', async (shell) => {
    const { code, out, notes } = await run('completion', shell);
    expect({ code, notes }).toEqual({ code: 0, notes: '' });
    for (const { name, aliases = [], options } of commands) {
      for (const word of [name, ...aliases]) expect(out).toContain(word);
      for (const option of Object.keys(options)) expect(out).toMatch(new RegExp(`(--|-l )${option}\\b`));
    }
    expect(out).toContain('not-yet-valid');
  });

  it('for bash completes in bash', () => {
    const script = completionScript('bash', commands);
    const ask = (...words: string[]) => {
      const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tpp; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', `${script}\n${line}`], { encoding: 'utf8' }).trim();
    };
    expect(ask('tpp', 'cert')).toBe('certificate');
    expect(ask('tpp', 'flow', 'ba')).toBe('basket');
    expect(ask('tpp', 'flow', '--re')).toBe('--reject');
    expect(ask('tpp', 'certificate', '--bad', 'w')).toBe('wrong-role weak-key');
  });

  it.skipIf(!hasZsh)('for zsh completes in zsh, by its own system (skipped without zsh)', () => {
    const script = join(dataDir, '_tpp');
    writeFileSync(script, completionScript('zsh', commands));
    expect(readFileSync(script, 'utf8')).toMatch(/^#compdef tpp\n/);
    // A terminal with typed input; each read waits for its expected output.
    const typed = `zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'autoload -Uz compinit; compinit -u -D; source "${script}"; print -n REA; print DY'
      zpty -r shell seen '*READY*'
      zpty -w -n shell $'tpp certif\\t--ba\\t'
      zpty -r shell seen '*certificate*--bad*' && print command and option
      zpty -w -n shell $'\\x15tpp flow bas\\t'
      zpty -r shell seen '*flow basket*' && print choice`;
    const printed = execFileSync('zsh', ['-f', '-c', typed], { encoding: 'utf8', timeout: 20_000 });
    expect(printed).toBe('command and option\nchoice\n');
  });

  it.each([[['completion']], [['completion', 'csh']]])('%j is a usage error', async (args) => {
    expect(await run(...args)).toMatchObject({ code: 2, out: '' });
  });
});

it('a command starts without the product rules, which few commands need: they take a third of its time', async () => {
  const { metafile } = await build({
    entryPoints: ['packages/toolkit/src/cli.ts'],
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    outdir: 'dist',
    metafile: true,
    write: false,
  });
  const loaded = new Set(['dist/cli.js']);
  for (const file of loaded)
    for (const { kind, path } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') loaded.add(path);
  expect([...loaded]).toContain('node:crypto');
  expect([...loaded]).not.toContain('zod');
});
