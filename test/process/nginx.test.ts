import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { refuse } from '../../src/domain/refusal.ts';
import { toGraphQLError } from '../../src/graphql/errors.ts';
import { blocks } from '../documents/markdown.ts';
import { instant } from '../sca/paying.ts';
import { authority, type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { type Listening, listenOn } from '../support/listen.ts';
import { expectAnswerMatches } from '../support/openapi.ts';
import { accepts, freePort } from '../support/ports.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { subscription } from './support.ts';

const missing = spawnSync('nginx', ['-v']).error !== undefined;
if (missing) console.warn('nginx is not installed: the tests of streams behind it are skipped');

/** The read time-out of nginx; in tests yoga sends a comment ten times within it, because a busy machine pauses at times. */
const patienceMs = 3_000;

let bank: Bank;
let tpp: Tpp;
let service: Listening;
let nginx: ChildProcess;
let port: number;
let tlsPort: number;
let secondPort: number;
const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
beforeAll(async () => {
  if (missing) return;
  bank = await startBank();
  tpp = bank.tpp();
  service = await listenOn(bank.app);
  port = await freePort();
  tlsPort = await freePort();
  secondPort = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_read_timeout ${patienceMs}ms;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${service.port}; }
    location /banks/ours/ { proxy_pass http://127.0.0.1:${service.port}/; }
  }
  ${documented()}
}`,
  );
  nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
  while (!(await accepts(port)) && nginx.exitCode === null);
});
afterAll(async () => {
  if (!missing) {
    nginx.kill('SIGKILL');
    if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit');
    await service.stop(1_000);
    await bank.stop();
  }
  rmSync(folder, { recursive: true, force: true });
});

function documented(): string {
  const [shown = ''] = blocks('docs/operations.md', 'nginx');
  writeFileSync(join(folder, 'bank.pem'), authority.certificatePem);
  writeFileSync(join(folder, 'bank.key'), authority.privateKeyPem);
  const here = [
    ['127.0.0.1:4000', `127.0.0.1:${service.port}`],
    ['127.0.0.1:4001', `127.0.0.1:${secondPort}`],
    ['listen 443 ssl;', `listen 127.0.0.1:${tlsPort} ssl;`],
    ['/etc/nginx/bank.pem', join(folder, 'bank.pem')],
    ['/etc/nginx/bank.key', join(folder, 'bank.key')],
  ] as const;
  return here.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, shown);
}

/** Sends a request that covers all headers that a proxy may change; the certificate of this nginx is not trusted. */
async function overTls(
  method: string,
  path: string,
  body: string | null,
  more = {},
): Promise<IncomingMessage> {
  const host = `bank.example:${tlsPort}`;
  const url = `https://${host}${path}`;
  const unsigned = { method, url, headers: { host, ...more }, body };
  const covered = ['(request-target)', 'host', 'date', 'x-request-id', ...(body === null ? [] : ['digest'])];
  const psu = ['psu-id', 'tpp-redirect-uri'].filter((name) => name in more);
  const headers = signRequest(unsigned, tpp.identity, { covered: [...covered, ...psu] });
  const sent = requestOverTls({
    host: '127.0.0.1',
    port: tlsPort,
    method,
    path,
    headers: Object.fromEntries([...headers, ['host', host]]),
    rejectUnauthorized: false,
  });
  sent.end(body ?? undefined);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}

describe.skipIf(missing).each([
  ['at the root', ''],
  ['under a path', '/banks/ours'],
])('a stream behind nginx, %s', (_, path) => {
  it('opens before the first message, outlives the time-out of nginx, and delivers messages', async () => {
    const paymentId = await newPayment(tpp);
    const response = await fetch(subscription(tpp, paymentId, `http://127.0.0.1:${port}${path}`));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readUntil = async (enough: () => boolean) => {
      while (!enough()) {
        const { done, value } = (await reader?.read()) ?? {};
        expect(done, 'the stream goes on').toBe(false);
        text += value;
      }
    };
    const opened = performance.now();
    await readUntil(() => performance.now() - opened > 1.5 * patienceMs);
    expect(text.replaceAll(':\n\n', '')).toBe('');
    await tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
    const done = performance.now();
    await readUntil(() => text.includes('CANC'));
    expect(performance.now() - done).toBeLessThan(1_000);
    await reader?.cancel();
  });
});

it.skipIf(missing)(
  'the explorer behind nginx under a path loads its assets from below that path',
  async () => {
    const at = `http://127.0.0.1:${port}/banks/ours/graphql`;
    // The first load of the explorer may exceed the time-out of nginx here.
    for (const path of ['', '/explorer.css', '/explorer.js'])
      await (await bank.fetch(`/graphql${path}`, { headers: { accept: 'text/html' } })).arrayBuffer();
    const html = await (await fetch(at, { headers: { accept: 'text/html' } })).text();
    const loaded = [...html.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, path = '']) => new URL(path, at));
    expect([...new Set(loaded.map(({ pathname }) => pathname))]).toEqual([
      '/banks/ours/schema.graphql',
      '/banks/ours/graphql/explorer.css',
      '/banks/ours/graphql/explorer.js',
    ]);
    for (const url of loaded) {
      const asset = await fetch(url);
      expect([asset.status, (await asset.arrayBuffer()).byteLength > 10_000]).toEqual([200, true]);
    }
  },
);

describe.skipIf(missing)('nginx with the settings of docs/operations.md', () => {
  it('passes on signed requests unchanged: host, target with its escapes, and body', async () => {
    const body = JSON.stringify(instantDomestic.example);
    const made = await overTls('POST', `${instant}?allowLogicalDuplicate=%74rue`, body, psuHeaders);
    const text = await textOf(made);
    expect([made.statusCode, text]).toEqual([201, expect.stringContaining('"RCVD"')]);
    expect(made.headers['strict-transport-security']).toBe('max-age=31536000');
    const { paymentId } = JSON.parse(text);
    const read = await overTls('GET', `${instant}/%30${paymentId.slice(1)}/status?x=%C3%B8&y=a%2Fb`, null);
    expect([read.statusCode, await textOf(read)]).toEqual([200, expect.stringContaining('"RCVD"')]);
  });

  it('accepts headers and bodies as long as the service does', async () => {
    const headers = { 'psu-user-agent': 'x'.repeat(9_000) };
    const long = await overTls('GET', `${instant}/none`, null, headers);
    expect([long.statusCode, await textOf(long)]).toEqual([404, expect.stringContaining('RESOURCE_UNKNOWN')]);
    const query = JSON.stringify({ query: '{ viewer { tppId } }', x: '' });
    const body = query.replace('"x":""', `"x":"${'x'.repeat(1_048_576 - query.length)}"`);
    const whole = await overTls('POST', '/graphql', body);
    expect([body.length, whole.statusCode]).toEqual([1_048_576, 200]);
    whole.resume();
  });

  it('lets a stream of /graphql begin at once', async () => {
    const body = JSON.stringify({ query: 'subscription { paymentStatusChanged { paymentId } }' });
    const stream = await overTls('POST', '/graphql', body, { accept: 'text/event-stream' });
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ]);
    const told = once(stream.setEncoding('utf8'), 'data');
    await newPayment(tpp);
    await told;
    stream.destroy();
  });

  it.each(['/metrics', '/livez', '/readyz'])('keeps %s inside', async (path) => {
    const answer = await overTls('GET', path, null);
    answer.resume();
    expect(answer.statusCode).toBe(404);
    expect((await bank.fetch(path)).status).toBe(200);
  });

  it('uses a replica that has started, before the SHUTDOWN_DELAY of the other one ends', async () => {
    const answerOfAny = async () => textOf(await overTls('GET', '/none', null));
    for (const _ of Array(4)) expect(await answerOfAny()).toContain('NOT_FOUND');
    const second = createServer((_, response) => response.end('second')).listen(secondPort, '127.0.0.1');
    await once(second, 'listening');
    await vi.waitUntil(async () => (await answerOfAny()) === 'second', { timeout: 4_500, interval: 100 });
    second.close();
    second.closeAllConnections();
  });

  describe('while a replica ends with requests in flight', () => {
    let lostRequests = 0;
    const replica = createServer((request) => {
      lostRequests += 1;
      request.socket.destroy();
    });
    beforeAll(() => once(replica.listen(secondPort, '127.0.0.1'), 'listening'));
    afterAll(() => replica.close());

    /** nginx does not repeat a POST. */
    async function answerOfReplica(path: string): Promise<IncomingMessage> {
      for (const before = lostRequests; ; ) {
        const answer = await overTls('POST', path, '{}');
        if (lostRequests > before) return answer;
        answer.resume();
      }
    }

    it.each([instant, '/graphql'])('a request of %s gets 503, and may be repeated', async (path) => {
      const answer = await answerOfReplica(path);
      answer.resume();
      expect([answer.statusCode, answer.headers]).toEqual([
        503,
        expect.objectContaining({
          'content-type': 'application/json',
          'retry-after': '2',
          'strict-transport-security': 'max-age=31536000',
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        }),
      ]);
    });

    it('a request of REST gets the form of an error', async () => {
      const text = await textOf(await answerOfReplica(instant));
      const headers = new Headers({ 'content-type': 'application/json' });
      await expectAnswerMatches(bank.app, 'POST', instant, { status: 503, headers, text });
      const error = JSON.parse(text);
      expect(error).toMatchObject({ status: 503, code: 'SYSTEM_ERROR' });
      expect(error.tppMessages[0].text).toContain('retry with the same X-Request-ID');
    });

    it('a request of GraphQL gets the form of an error', async () => {
      const { errors } = JSON.parse(await textOf(await answerOfReplica('/graphql')));
      const unavailable = toGraphQLError(refuse('UNAVAILABLE', { text: errors[0].message })).toJSON();
      expect(errors).toEqual([unavailable]);
    });

    it('the log of nginx does not name the link of an authorisation', async () => {
      (await answerOfReplica('/sca/secret-of-link')).resume();
      (await answerOfReplica('/v1/known-path')).resume();
      const log = readFileSync(join(folder, 'error.log'), 'utf8');
      expect(log).toContain('known-path');
      expect(log).not.toContain('secret-of-link');
    });
  });
});
