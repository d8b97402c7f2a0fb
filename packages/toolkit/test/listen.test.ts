import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { certificateFor } from '../../../test/support/bank.ts';
import { type ListenOptions, listen } from '../src/listen.ts';
import { failureOf, ListenRefused } from '../src/listen-reading.ts';

const identity = certificateFor('PSDNO-FSA-LISTEN');
const at = '2026-11-28T10:00:00Z';
const payment = {
  paymentId: 'one',
  statusHistory: [
    { at, from: null, to: 'RCVD' },
    { at, from: 'RCVD', to: 'PDNG' },
  ],
};
const errors = (status: number) => [{ message: 'Later.', extensions: { status } }];
const event = (message: unknown) => `event: next\ndata: ${JSON.stringify(message)}\n\n`;

type Behaviour = (response: ServerResponse) => void;
const open = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  return response;
};
const silent: Behaviour = (response) => void open(response);
const frozen: Behaviour = () => undefined;
const failsAt =
  (status: number): Behaviour =>
  (response) =>
    void open(response).write(event({ data: null, errors: errors(status) }));
const refuses =
  (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response) =>
    void response
      .writeHead(status, { ...headers, 'content-type': 'text/event-stream' })
      .end(event({ errors: errors(status) }));
/** The status of the response counts, whatever its stream contains. */
const refusesAfterAChange: Behaviour = (response) =>
  void response
    .writeHead(403, { 'content-type': 'text/event-stream' })
    .write(event({ data: { paymentStatusChanged: payment } }));
const sends: Behaviour = (response) =>
  void open(response).write(event({ data: { paymentStatusChanged: payment } }));

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A bank whose streams behave as listed, the last one again and again. Its payment exists from the second read of the list. */
async function bankThat(...behaviours: readonly Behaviour[]) {
  let [streams, openStreams, reads] = [0, 0, 0];
  server = createServer((request, response) => {
    request.resume();
    if (request.headers.accept === 'text/event-stream') {
      openStreams += 1;
      response.once('close', () => {
        openStreams -= 1;
      });
      behaviours[Math.min(streams++, behaviours.length - 1)]?.(response);
      return;
    }
    const nodes = ++reads > 2 ? [payment] : [];
    const data = { viewer: { clock: at }, payments: { nodes, pageInfo: { hasNextPage: false } } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, streams: () => streams, openStreams: () => openStreams };
}

/** Listens until there are so many statuses. */
async function hear(base: string, count: number, options: Partial<ListenOptions> = {}) {
  const [heard, lost]: [string[], string[]] = [[], []];
  for await (const { to } of listen({ base, identity, onLost: (why) => void lost.push(why), ...options }))
    if (heard.push(to) === count) break;
  return { heard, lost };
}

describe('listen', () => {
  it.each([
    ['a change that the service fails to send', 503],
    ['a defect of the service', 500],
    ['a change for which the service is too busy', 429],
  ])('tries again after %s, and misses nothing', async (_, status) => {
    const bank = await bankThat(failsAt(status), silent);
    const { heard, lost } = await hear(bank.base, 2);
    expect(heard).toEqual(['RCVD', 'PDNG']);
    expect(lost).toEqual([expect.stringContaining(`HTTP ${status}`)]);
    await expect.poll(bank.openStreams, { message: 'closes every stream' }).toBe(0);
  });

  it('tries again while the service is too busy to reconnect', async () => {
    const bank = await bankThat(failsAt(503), refuses(429, { 'retry-after': '0' }), silent);
    expect((await hear(bank.base, 2)).heard).toEqual(['RCVD', 'PDNG']);
    expect(bank.streams()).toBe(3);
  });

  it.each([
    ['20', 20_000],
    ['Sun, 29 Nov 2026 12:00:20 GMT', 20_000],
    ['Sun, 29 Nov 2026 11:00:00 GMT', 1_000],
    ['soon', 1_000],
    [undefined, 1_000],
  ])('pauses after a 429 as Retry-After says: %s', (retryAfter, retryAfterMs) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 29, 12) });
    const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    const failure = failureOf('http://localhost', { status: 429, headers, text: '' });
    vi.useRealTimers();
    expect(failure).toMatchObject({ retryAfterMs });
  });

  it('tries again when a stream is silent for longer than the comments of the bank', async () => {
    const bank = await bankThat(silent, sends);
    // The second stream has as long until its change arrives, also on a busy machine.
    const { heard, lost } = await hear(bank.base, 2, { silentAtMostMs: 1_000 });
    expect(heard).toEqual(['RCVD', 'PDNG']);
    expect(lost).toEqual([expect.stringMatching(/^Nothing answers at/)]);
  });

  it.each([
    ['frozen', frozen, /^Nothing answers at/],
    ['failing', refuses(503), /^http:\S+ failed with HTTP 503\.$/],
    ['too busy', refuses(429), /^HTTP 429: Later\.$/],
  ])('gives up when the service stays %s', async (_, stays, message) => {
    const bank = await bankThat(failsAt(503), stays);
    // Only the frozen service lets the time pass.
    const times = { retryForMs: 0, answerWithinMs: stays === frozen ? 50 : 10_000 };
    await expect(hear(bank.base, 3, times)).rejects.toThrow(message);
    await expect.poll(bank.openStreams, { message: 'closes every stream' }).toBe(0);
  });

  it('tries again after a message that is not JSON', async () => {
    const bank = await bankThat((response) => void open(response).write('data: <html>\n\n'), sends);
    const { heard, lost } = await hear(bank.base, 2);
    expect(heard).toEqual(['RCVD', 'PDNG']);
    expect(lost).toEqual(['The service sends a message that is not JSON.']);
  });

  it('ends at once when it is interrupted before the service has answered', async () => {
    const frozenBank = createServer();
    server = frozenBank.listen(0, '127.0.0.1');
    await once(frozenBank, 'listening');
    const base = `http://127.0.0.1:${(frozenBank.address() as AddressInfo).port}`;
    const interruption = new AbortController();
    frozenBank.once('request', () => interruption.abort());
    expect((await hear(base, 1, { signal: interruption.signal })).heard).toEqual([]);
  });

  it('follows no redirect, because its signature is for one address', async () => {
    const redirects: Behaviour = (response) => void response.writeHead(307, { location: '/other' }).end();
    const bank = await bankThat(redirects, sends);
    await expect(hear(bank.base, 1)).rejects.toThrow('/graphql redirects to /other.');
    expect(bank.streams()).toBe(1);
  });

  it('does not repeat what the service refuses', async () => {
    for (const fails of [failsAt(403), refuses(429), refusesAfterAChange]) {
      const bank = await bankThat(fails);
      const refusal = await hear(bank.base, 1).catch((error: Error) => error);
      expect(refusal).toBeInstanceOf(ListenRefused);
      expect(refusal).toMatchObject({
        message: expect.stringMatching(/^HTTP \d+: Later\.$|refuses with HTTP 403\.$/),
      });
      expect(bank.streams()).toBe(1);
      server?.close();
    }
  });
});
