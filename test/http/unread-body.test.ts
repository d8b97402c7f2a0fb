/** A response that is sent before the end of the request's body. */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drainingStream } from '../../src/http/unread-body.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

interface Check {
  readonly passedMs: number;
  readonly bytesRead: number;
  readonly complete: boolean;
}

/** How many of the checks the stream makes before it ends. Each tells it how much time has passed, and what has arrived. */
async function checksMade(checks: readonly Check[]): Promise<number> {
  let made = 0;
  let latest: Check | undefined;
  const incoming = {
    resume: vi.fn(),
    get complete() {
      latest = checks[made];
      made += 1;
      vi.advanceTimersByTime(latest?.passedMs ?? 0);
      return latest?.complete ?? true;
    },
    socket: {
      get bytesRead() {
        return latest?.bytesRead ?? 0;
      },
    },
  };
  const stream = drainingStream(new TextEncoder().encode('refused'), incoming as unknown as IncomingMessage);
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('refused');
  expect(incoming.resume).toHaveBeenCalledOnce();
  return made;
}

it('cuts off a client that is still sending after five seconds', async () => {
  const checks = [
    { passedMs: 4_999, bytesRead: 1, complete: false },
    { passedMs: 1, bytesRead: 2, complete: false },
    { passedMs: 0, bytesRead: 3, complete: false },
  ];
  expect(await checksMade(checks)).toBe(2);
});

it('ends when the client has sent nothing since the last check', async () => {
  const checks = [
    { passedMs: 0, bytesRead: 1, complete: false },
    { passedMs: 0, bytesRead: 1, complete: false },
    { passedMs: 0, bytesRead: 2, complete: false },
  ];
  expect(await checksMade(checks)).toBe(2);
});

it('ends when the whole body has arrived', async () => {
  const checks = [
    { passedMs: 0, bytesRead: 1, complete: false },
    { passedMs: 0, bytesRead: 2, complete: true },
    { passedMs: 0, bytesRead: 3, complete: false },
  ];
  expect(await checksMade(checks)).toBe(2);
});
