import { describe, expect, it } from 'vitest';
import {
  createRecentPolls,
  maxRememberedPayments,
} from '../../../../src/bank/upstream/statuses/recent-polls.ts';
import { pauseAfter, pollBatchSize } from '../../../../src/bank/upstream/statuses/status-poller.ts';

const now = 1_000_000;

describe('a payment that was polled', () => {
  it('rests for its TPP until the time that was given, and then is due again', () => {
    const recent = createRecentPolls(3_000);
    expect(recent.filterUnblocked('A', ['x', 'y'], now)).toEqual(['x', 'y']);
    recent.block('A', ['x'], now + 3_000);
    expect(recent.filterUnblocked('A', ['x', 'y'], now)).toEqual(['y']);
    expect(recent.filterUnblocked('A', ['x'], now + 2_999)).toEqual([]);
    expect(recent.filterUnblocked('A', ['x'], now + 3_000)).toEqual(['x']);
    expect(recent.filterUnblocked('B', ['x'], now)).toEqual(['x']);
  });

  it('does not rest by a clock that has been set back since', () => {
    const recent = createRecentPolls(3_000);
    recent.block('A', ['x'], now + 3_000);
    expect(recent.filterUnblocked('A', ['x'], now - 1)).toEqual(['x']);
  });

  it('is forgotten when many others have been polled after it', () => {
    const recent = createRecentPolls(3_000);
    const ids = Array.from({ length: maxRememberedPayments + 1 }, (_, index) => `p${index}`);
    recent.block('A', ids, now + 3_000);
    expect(recent.filterUnblocked('A', ids, now)).toEqual(['p0']);
  });
});

describe('polls in the background', () => {
  it('are 40 a second at most, for all payments together', () => {
    expect((1_000 / pauseAfter(pollBatchSize)) * pollBatchSize).toBe(40);
    expect(pauseAfter(pollBatchSize - 1)).toBe(1_000);
  });
});
