import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createForwarder, type ForwardAttempt, webhookBody } from '../src/forward.ts';
import { verifyWebhook, webhookSignature } from '../src/index.ts';
import { useService } from './support/service.ts';
import { listening } from './support/terminal.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server of the developer that answers with these statuses in turn, and repeats the last. */
async function receiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const change = (paymentId: string, to = 'RCVD') => ({
  at: '2026-01-01T00:00:00Z',
  paymentId,
  from: null,
  to,
});

function forwarder(url: string, noRetries = new AbortController().signal) {
  const deliveries: ForwardAttempt[] = [];
  const onAttempt = (attempt: ForwardAttempt) => void deliveries.push(attempt);
  const interruption = new AbortController().signal;
  const options = { url, secret: 'whsec_test', onAttempt, noRetries, interruption, firstRetryMs: 1 };
  return { deliveries, ...createForwarder(options) };
}

describe('a webhook', () => {
  const now = Date.parse('2026-11-27T10:00:00Z');
  const body = '{"name":"Bjørn"}';
  const header = webhookSignature(body, 'secret', now);
  const [, time = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];

  it('is accepted with its secret within five minutes, as text or bytes', () => {
    expect(verifyWebhook(body, header, 'secret', now + 299_000)).toBe(true);
    expect(verifyWebhook(Buffer.from(body), header, 'secret', now)).toBe(true);
    expect(verifyWebhook(body, `t=${time},v1=${'0'.repeat(64)},v1=${signature}`, 'secret', now)).toBe(true);
  });

  it.each([
    ['another secret', body, header, 'other', now],
    ['no secret', body, webhookSignature(body, '', now), '', now],
    ['a changed body', `${body} `, header, 'secret', now],
    ['an old delivery', body, header, 'secret', now + 301_000],
    ['one from the future', body, header, 'secret', now - 301_000],
    ['another time', body, `t=${Number(time) + 1},v1=${signature}`, 'secret', now],
    ['two times', body, `t=${time},t=${time},v1=${signature}`, 'secret', now],
    ['a short signature', body, `t=${time},v1=${signature.slice(2)}`, 'secret', now],
    ['no signature', body, `t=${time}`, 'secret', now],
    ['an empty header', body, '', 'secret', now],
    ['no header', body, null, 'secret', now],
  ])('is refused with %s', (_, text, value, secret, at) => {
    expect(verifyWebhook(text, value, secret, at)).toBe(false);
  });
});

describe('the forwarder', () => {
  it('tries again after a failure, with longer pauses, and keeps the order within a payment', async () => {
    const { received, url } = await receiver(500, 302, 200);
    const { push, end, deliveries } = forwarder(url);
    await push(change('p-1'));
    await push(change('p-1', 'ACSC'));
    expect(await end()).toBe(0);
    expect(
      deliveries.map(({ change: { to }, attempt, status, retryInMs }) => [to, attempt, status, retryInMs]),
    ).toEqual([
      ['RCVD', 1, 500, 1],
      ['RCVD', 2, 302, 2],
      ['RCVD', 3, 200, null],
      ['ACSC', 1, 200, null],
    ]);
    const ids = received.map(({ body }) => JSON.parse(body).id);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids[3]).not.toBe(ids[0]);
  });

  it('gives up after six attempts, says why, and goes on', async () => {
    const { push, end, deliveries } = forwarder('http://127.0.0.1:1/hook');
    await push(change('p-1'));
    expect(await end()).toBe(1);
    expect(deliveries.map(({ retryInMs }) => retryInMs)).toEqual([1, 2, 4, 8, 16, null]);
    expect(deliveries.at(-1)).toMatchObject({ status: null, fault: expect.stringMatching(/\w/) });
  });

  it('lets one payment wait while another is delivered, and holds at most a hundred changes', async () => {
    const over = new AbortController();
    const { push, end, deliveries } = forwarder('http://127.0.0.1:1/hook', over.signal);
    over.abort();
    let queued = 0;
    const all = Promise.all(
      Array.from({ length: 150 }, (_, index) => push(change(`p-${index}`)).then(() => (queued += 1))),
    );
    await Promise.resolve();
    expect(queued).toBeLessThanOrEqual(100);
    await all;
    expect(await end()).toBe(150);
    expect(deliveries).toHaveLength(150);
  });
});

describe('listen --forward-to', () => {
  const service = useService();

  it('posts every change, signed with the printed secret, and prints the response', async () => {
    const { received, url } = await receiver(200);
    const { lines, notes, end } = listening(service.env, '--forward-to', url);
    await expect.poll(() => notes.at(-1)).toBe('listening');
    const id = (await service.run('flow', 'instant')).out.split(' ')[0] ?? '';
    await expect.poll(() => lines.length).toBe(2);
    expect(await end()).toBe(0);
    expect(lines.map((line) => line.replace(/^\S+/, 'time'))).toEqual([
      `time ${id} - RCVD 200`,
      `time ${id} RCVD ACSC 200`,
    ]);
    const secret = /whsec_[\w-]{32}/.exec(notes[0] ?? '')?.[0] ?? '';
    for (const { headers, body } of received) {
      expect(headers['content-type']).toBe('application/json');
      expect(verifyWebhook(body, String(headers['psd2-bank-signature']), secret)).toBe(true);
    }
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'payment.status',
      data: { paymentId: id, at: expect.any(String), from: 'RCVD', to: 'ACSC' },
    });
  });

  it('ends with 1 when a change was not delivered, and signs with --secret', async () => {
    const { received, url } = await receiver(503);
    const { lines, notes, end } = listening(service.env, '--forward-to', url, '--secret', 'mine', '--json');
    await expect.poll(() => notes).toEqual(['listening']);
    await service.run('pay');
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    expect(await end()).toBe(1);
    expect(notes.at(-1)).toBe('1 status changes were not delivered.');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      to: 'RCVD',
      attempt: 1,
      status: 503,
      retryInMs: 1_000,
    });
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(verifyWebhook(body, String(headers['psd2-bank-signature']), 'mine')).toBe(true);
    expect(webhookBody(JSON.parse(body).data)).toBe(body);
  });

  it.each([
    [['--forward-to', 'localhost:3000']],
    [['--forward-to', 'http://user:secret@localhost:3000']],
    [['--forward-to', 'http://x', '--secret', '']],
    [['--secret', 'mine']],
  ])('%j is a usage error', async (args) => {
    expect(await service.run('listen', ...args)).toMatchObject({ code: 2, out: '' });
  });
});
