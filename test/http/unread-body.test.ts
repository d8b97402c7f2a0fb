/** A response that is sent before the end of the request's body. */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drainingStream } from '../../src/http/unread-body.ts';

// The sleep passes at once, and moves the clock that the stream reads.
let onSleep = (): void => undefined;
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => {
    onSleep();
    vi.advanceTimersByTime(milliseconds);
  },
}));

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** How long the stream stays open after the body. `send` acts as the client during each sleep. */
async function openTime(send: (incoming: { complete: boolean; socket: { bytesRead: number } }) => void) {
  const incoming = { complete: false, socket: { bytesRead: 0 }, resume: vi.fn() };
  onSleep = () => send(incoming);
  const stream = drainingStream(new TextEncoder().encode('refused'), incoming as unknown as IncomingMessage);
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('refused');
  expect(incoming.resume).toHaveBeenCalledOnce();
  return performance.now();
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
