import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { domesticPath } from '../support/story.ts';
import { bankAtPort } from './bank-at-port.ts';
import { get, read, requestText, signedText, statusesIn } from './sockets.ts';
import { samples } from './support.ts';

const at = bankAtPort();

const creation = (): string =>
  signedText(at.tpp, 'POST', domesticPath, {
    headers: { ...psuHeaders, 'x-request-id': randomUUID() },
    body: { ...domestic.example, remittanceInformationUnstructured: randomUUID() },
  });

describe('after a creation on the same connection', () => {
  it.each<readonly [string, number, string]>([
    ['what is no HTTP', 400, 'hello\r\n\r\n'],
    [
      'headers that are too large',
      431,
      `GET / HTTP/1.1\r\nhost: a\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    ['an expectation that is not met', 417, requestText('POST', '/v1/x', [['expect', 'miracles']], '{}')],
    ['a request to a proxy', 405, 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a request without a host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ])('%s is refused by %i after its response', async (_, status, text) => {
    const answers = await at.port.ask(creation() + text);
    expect(statusesIn(answers)).toEqual([201, status]);
    expect(answers).toContain('"transactionStatus":"RCVD"');
    expect(await at.bank.count('payments')).toBe(1);
  });

  it('several refusals become one, and nothing is read after it', async () => {
    const socket = await at.port.open();
    socket.write(`${creation()}hello\r\n\r\n`);
    socket.write('hello\r\n\r\n');
    socket.write(get('/livez'));
    expect(statusesIn(await read(socket))).toEqual([201, 400]);
    expect(at.bank.log.map(({ status }) => status)).toEqual([201, 400]);
  });

  it('a request after the refusal is not handled', async () => {
    const expecting = requestText('POST', '/v1/x', [['expect', 'miracles']], '{}');
    expect(statusesIn(await at.port.ask(expecting + creation()))).toEqual([417]);
    expect(statusesIn(await at.port.ask(creation() + expecting + creation()))).toEqual([201, 417]);
    expect(await at.bank.count('payments')).toBe(1);
  });

  it('a request after the last response of its connection is not handled', async () => {
    const last = 'GET /livez HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n';
    expect(statusesIn(await at.port.ask(last + creation()))).toEqual([400]);
    expect(await at.bank.count('payments')).toBe(0);
    expect((await samples(at.bank)).get('psd2_requests_under_way')).toBe(0);
  });

  it('waiting requests are answered before the refusal', async () => {
    expect(statusesIn(await at.port.ask(`${creation()}${get('/livez')}${creation()}hello\r\n\r\n`))).toEqual([
      201, 200, 201, 400,
    ]);
  });
});

describe('a body that is not HTTP', () => {
  const chunked = [
    ['transfer-encoding', 'chunked'],
    ['content-type', 'application/json'],
  ] as const;

  it.each([
    ['POST', '/v1/signing-baskets'],
    ['POST', '/graphql'],
    ['GET', '/openapi.json'],
    ['GET', '/livez'],
  ])('has one response, its own, at once: %s %s', async (method, path) => {
    const begun = performance.now();
    const answers = await at.port.ask(`${requestText(method, path, chunked)}no chunk\r\n`);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(statusesIn(answers)).toEqual([400]);
    expect(answers).toContain('"code":"BAD_REQUEST"');
    expect(answers).toContain('the body is malformed');
  });

  it('is not waited for when its request waits for another', async () => {
    const text = `${creation()}${requestText('POST', '/v1/signing-baskets', chunked)}no chunk\r\n`;
    expect(statusesIn(await at.port.ask(text))).toEqual([201, 400]);
  });
});

describe('a page and a probe', () => {
  it.each<readonly [string, number, readonly (readonly [string, string])[]]>([
    [
      'refuse a body that is too large',
      413,
      [
        ['content-type', 'text/plain'],
        ['content-length', '3000000'],
      ],
    ],
    [
      'judge no Content-Type without a body',
      200,
      [
        ['content-type', 'json'],
        ['connection', 'close'],
      ],
    ],
  ])('%s', async (_, status, headers) => {
    for (const path of ['/openapi.json', '/docs', '/livez', '/metrics'])
      expect(statusesIn(await at.port.ask(requestText('GET', path, headers)))).toEqual([status]);
  });
});

describe('405', () => {
  it('a QUERY needs no Content-Type for it', async () => {
    expect(
      statusesIn(await at.port.ask(requestText('QUERY', '/graphql', [['connection', 'close']]))),
    ).toEqual([405]);
  });

  it.each([
    '/graphql',
    '/sca/style.css',
    '/sca/aaaaaaaaaaaaaaaaaaaaaaaa',
    '/',
    '/docs',
    '/openapi.json',
    '/livez',
    '/metrics',
    '/v1/signing-baskets/1',
  ])('of %s names HEAD next to GET, and HEAD is answered', async (path) => {
    const refused = await at.bank.fetch(path, { method: 'PATCH' });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD']));
    const head = await at.port.ask(requestText('HEAD', path, [['connection', 'close']]));
    expect(statusesIn(head)).not.toContain(405);
  });

  it('HEAD of a stream is answered without one', async () => {
    const query = encodeURIComponent('subscription { paymentStatusChanged { transactionStatus } }');
    const headers = { accept: 'text/event-stream', connection: 'close' };
    const answer = await at.port.ask(signedText(at.tpp, 'HEAD', `/graphql?query=${query}`, { headers }));
    expect(statusesIn(answer)).toEqual([200]);
    expect(answer.toLowerCase()).toContain('content-type: text/event-stream');
    await expect.poll(() => at.bank.app.events.listenerCount()).toBe(0);
  });
});
