/** A response that is sent before the end of the request's body. */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drainingStream } from '../../src/http/unread-body.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** How long the stream stays open after the body. `send` acts as the client in each pause. */
async function openTime(send: (incoming: { complete: boolean; socket: { bytesRead: number } }) => void) {
  const incoming = { complete: false, socket: { bytesRead: 0 }, resume: vi.fn() };
  const stream = drainingStream(new TextEncoder().encode('refused'), incoming as unknown as IncomingMessage);
  let hasEnded = false;
  const chunks = stream.toArray().finally(() => {
    hasEnded = true;
  });
  const start = performance.now();
  // Resolves after the stream has reached its next pause, or its end.
  const settle = () => new Promise(setImmediate);
  await settle();
  while (!hasEnded) {
    send(incoming);
    await vi.advanceTimersToNextTimerAsync();
    await settle();
  }
  expect(Buffer.concat(await chunks).toString()).toBe('refused');
  expect(incoming.resume).toHaveBeenCalledOnce();
  return performance.now() - start;
}

it('cuts off a client that never stops sending after five seconds', async () => {
  const milliseconds = await openTime(({ socket }) => {
    socket.bytesRead += 1;
  });
  expect(milliseconds).toBe(5_000);
});

it('ends a quarter of a second after the client has stopped sending', async () => {
  expect(await openTime(() => undefined)).toBe(250);
});

it('ends when the whole body has arrived', async () => {
  const milliseconds = await openTime((incoming) => {
    incoming.socket.bytesRead += 1;
    incoming.complete = performance.now() >= 500;
  });
  expect(milliseconds).toBe(750);
});
