import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestHandler } from '../../src/http/message.ts';
import { waitingAtMost } from '../../src/http/pipelining.ts';
import { answeredBy } from '../support/answered-by.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { newPayment } from '../support/story.ts';
import { get, openPort, type Port, read, signedText } from './sockets.ts';

let port: Port | undefined;
afterEach(async () => {
  await port?.close();
  port = undefined;
});

describe('requests of one connection', () => {
  it('are handled one after another, and few may wait', async () => {
    const begun: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const door: RequestHandler = async ({ target }) => {
      begun.push(target);
      await held;
      return { status: 200, headers: {}, body: new TextEncoder().encode(target) };
    };
    port = await openPort(answeredBy(door));
    const socket = await port.open();
    socket.write(Array.from({ length: 400 }, (_, index) => get(`/${index}`)).join(''));
    await expect.poll(() => begun).toEqual(['/0']);
    release();
    const answers = await read(socket);
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(1 + waitingAtMost);
    expect(begun).toHaveLength(1 + waitingAtMost);
    expect(answers.match(/connection: close/gi)).toHaveLength(1);
  });

  it('end with it: nothing remains, and a stop waits for none of them', async () => {
    const payload = new Uint8Array(1_000_000);
    let worked = 0;
    const door: RequestHandler = async () => {
      worked += 1;
      return { status: 200, headers: {}, body: payload };
    };
    port = await openPort(answeredBy(door));
    for (let round = 0; round < 20; round += 1) {
      const socket = await port.open();
      socket.write(Array.from({ length: 400 }, () => get('/openapi.json')).join(''));
      await expect.poll(() => worked).toBeGreaterThan(round);
      socket.resetAndDestroy();
    }
    const begun = performance.now();
    await port.stop(60_000);
    port = undefined;
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(worked).toBeLessThan(20 * (2 + waitingAtMost));
  });

  it.each([
    ['after its response', ''],
    ['after an earlier refusal', 'POST / HTTP/1.1\r\nhost: a\r\nexpect: miracles\r\n\r\n'],
  ])('end with a CONNECT, although the client sends more: %s', async (_, earlierRequest) => {
    const service = answeredBy(async () => ({ status: 200, headers: {}, body: null }));
    port = await openPort(service);
    const socket = await port.open('127.0.0.1', true);
    socket.write(`${earlierRequest}CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n`);
    await read(socket, '"tppMessages"');
    socket.write('more');
    await expect.poll(() => service.figures().connections).toBe(0);
  });

  it('give their streams back: 60 connections of five streams, cut, leave the TPP all its places', async () => {
    const bank = await startBank();
    const tpp = bank.tpp();
    const paymentId = await newPayment(tpp);
    port = await openPort(bank.app);
    const { open } = port;
    const query =
      'subscription ($id: String!) { paymentStatusChanged(paymentId: $id) { transactionStatus } }';
    const request = () =>
      signedText(tpp, 'POST', '/graphql', {
        headers: { accept: 'text/event-stream' },
        body: { query, variables: { id: paymentId } },
      });
    for (let round = 0; round < 60; round += 10) {
      const opened = await Promise.all(Array.from({ length: 10 }, () => open()));
      for (const socket of opened) socket.write(Array.from({ length: 5 }, request).join(''));
      await expect.poll(() => bank.app.events.listenerCount()).toBeGreaterThanOrEqual(10);
      for (const socket of opened) socket.resetAndDestroy();
      await expect.poll(() => bank.app.events.listenerCount(), { timeout: 20_000 }).toBe(0);
    }
    const last = await open();
    last.write(request());
    expect(await read(last, ':\n\n')).toContain('200 OK');
    await bank.stop();
  });
});

describe('an invalid request', () => {
  let bank: Bank;
  beforeEach(async () => {
    bank = await startBank();
    port = await openPort(bank.app);
    return () => bank.stop();
  });
  const answerTo = async (text: string): Promise<{ status: number; code: unknown }> => {
    const [head = '', body = ''] = ((await port?.ask(text)) ?? '').split('\r\n\r\n');
    const status = Number(head.split(' ')[1]);
    return { status, code: body.startsWith('{') ? JSON.parse(body).code : body.trim() };
  };

  it.each([
    ['two hosts', 'GET /v1/x HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['no host', 'GET /v1/x HTTP/1.1\r\n\r\n'],
    ['an empty host', 'GET /v1/x HTTP/1.1\r\nhost:\r\n\r\n'],
    [
      'two hosts, with 1,100 headers between them',
      `GET /v1/x HTTP/1.1\r\nhost: a\r\n${'a:\r\n'.repeat(1_100)}host: b\r\n\r\n`,
    ],
    ['a host with a space', 'GET /v1/x HTTP/1.1\r\nhost: a b\r\n\r\n'],
    ['a host with a space, at a probe', 'GET /livez HTTP/1.0\r\nhost: a b\r\n\r\n'],
    ['a host behind a user', 'GET /v1/x HTTP/1.1\r\nhost: user@a\r\n\r\n'],
    ['a port beyond the last', 'GET /v1/x HTTP/1.1\r\nhost: a:65536\r\n\r\n'],
    ['a host of other bytes', 'GET /v1/x HTTP/1.1\r\nhost: b\u00fc\r\n\r\n'],
    ['an IPv6 address without brackets', 'GET /v1/x HTTP/1.1\r\nhost: ::1\r\n\r\n'],
    ['a fragment', 'GET /livez#x HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['absolute form for another authority', 'GET http://b/livez HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['no target', 'GET livez HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('400 BAD_REQUEST: %s', async (_, text) => {
    expect(await answerTo(text)).toEqual({ status: 400, code: 'BAD_REQUEST' });
  });

  it('400 with a page: two hosts, at a link', async () => {
    const { status, code: page } = await answerTo(
      'GET /sca/aaaaaaaaaaaaaaaaaaaaaaaa HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
    );
    expect([status, page]).toEqual([400, expect.stringContaining('The request could not be read')]);
    expect(page).not.toContain('form');
  });

  it('405, 417, 431 carry the error body as well', async () => {
    expect(await answerTo('CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n')).toEqual({
      status: 405,
      code: 'BAD_REQUEST',
    });
    const expecting = 'POST /v1/x HTTP/1.1\r\nhost: a\r\nexpect: miracles\r\ncontent-length: 0\r\n\r\n';
    expect(await answerTo(expecting)).toEqual({ status: 417, code: 'BAD_REQUEST' });
    const large = `GET /v1/x HTTP/1.1\r\nhost: a\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await answerTo(large)).toEqual({ status: 431, code: 'BAD_REQUEST' });
  });

  it('405 and 417 return X-Request-ID if it is well-formed', async () => {
    for (const head of ['CONNECT a:1 HTTP/1.1', 'POST /v1/x HTTP/1.1\r\nexpect: miracles']) {
      const lines = async (id: string) =>
        (await port?.ask(`${head}\r\nhost: a\r\nx-request-id: ${id}\r\n\r\n`))?.split('\r\n');
      expect(await lines('my-id-1')).toContain('x-request-id: my-id-1');
      expect((await lines('x'.repeat(65)))?.join()).not.toContain('x-request-id');
    }
  });

  it('405 lists the methods of the target, and none for another authority', async () => {
    const answer = await port?.ask('CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(answer?.split('\r\n')).toContain('allow:');
  });

  it('200: probes of a balancer that uses HTTP/1.0 without a host, and the absolute form for this one', async () => {
    for (const path of ['/livez', '/readyz'])
      for (const host of ['', 'host:\r\n'])
        expect((await answerTo(`GET ${path} HTTP/1.0\r\n${host}\r\n`)).status).toBe(200);
    expect(
      (await answerTo('GET http://a/livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).status,
    ).toBe(200);
    expect((await answerTo('GET /v1/x HTTP/1.0\r\n\r\n')).status).toBe(400);
  });

  it('a path is used as sent: dots do not lead out of it', async () => {
    for (const path of ['/v1/%2e%2e/metrics', '/v1/../metrics', '/./metrics'])
      expect(await answerTo(get(path).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))).toEqual({
        status: 404,
        code: 'NOT_FOUND',
      });
  });
});

describe('incomplete bodies', () => {
  it('take no place: 505 connections with one byte each, and other clients are answered', async () => {
    const bank = await startBank({ requestsAtOnce: 100, requestDeadlineMs: 60_000 });
    port = await openPort(bank.app);
    const { open, port: number } = port;
    const head = 'POST /v1/signing-baskets HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{';
    const halves = await Promise.all(Array.from({ length: 505 }, () => open('127.0.0.9')));
    for (const socket of halves) socket.write(head);
    await expect
      .poll(() => halves.filter((socket) => socket.bytesRead > 0).length, { timeout: 20_000 })
      .toBeGreaterThan(400);
    const statuses = ['/docs', '/v1/signing-baskets'].map(async (path) => {
      const method = path === '/docs' ? 'GET' : 'POST';
      const headers = { 'content-type': 'application/json' };
      const init = method === 'GET' ? { method } : { method, headers, body: '{}' };
      return (await fetch(`http://127.0.0.1:${number}${path}`, init)).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 400]);
    for (const socket of halves) socket.destroy();
    await bank.stop();
  });
});
