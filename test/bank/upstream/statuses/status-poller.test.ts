import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unavailableRefusal } from '../../../../src/bank/remote-calls/refusals.ts';
import {
  createStatusPoller,
  type StatusPollerParts,
} from '../../../../src/bank/upstream/statuses/status-poller.ts';
import { domestic } from '../../../../src/domain/payments/products/domestic.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A poller of one payment that is always due. The bank refuses each poll. */
function createRefusedPoller(refusal: Error) {
  const paymentStatus = vi.fn().mockRejectedValue(refusal);
  const record = { tppId: 'A', id: 'payment', reference: 'there', unchangedPolls: 0, bankAskedAt: 0 };
  const remote = { claimDue: async () => [record], savePolls: async () => undefined };
  const payment = { tppId: 'A', paymentId: 'payment', product: domestic.code, status: 'PDNG', createdAt: 0 };
  const stores = {
    get: () => remote,
    tpps: { name: async () => 'A' },
    payments: { head: async () => payment },
  };
  const parts = {
    work: { stores, of: () => ({ stores }) },
    client: { paymentStatus },
    clock: Date.now,
    mayRunTimedWork: async () => true,
  };
  const poller = createStatusPoller({ ...parts, onError: expect.fail } as unknown as StatusPollerParts);
  return { poller, paymentStatus };
}

it.each([
  ['LIMITED', 7, 7],
  ['LIMITED', 3_600, 10],
  ['MAYBE_DONE', 7, 1],
] as const)(
  'polls that are refused as %s with Retry-After %d pause for %d s',
  async (effect, after, pause) => {
    const { poller, paymentStatus } = createRefusedPoller(unavailableRefusal(effect, '', after));
    poller.start();
    await vi.advanceTimersByTimeAsync(pause * 1_000 - 1);
    expect(paymentStatus).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(paymentStatus).toHaveBeenCalledTimes(2);
    await poller.stop();
  },
);
