/** How often a database that is away is looked for: often enough to be found at once, whatever becomes of the looks. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReach } from '../../src/db/reach.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

it.each([
  ['are refused at once', 0],
  ['hang until they are given up', 2_000],
])('looks that %s are a quarter of a second apart at most, and six a second at most', async (_, takesMs) => {
  const looks: number[] = [];
  const reach = createReach({
    probe() {
      looks.push(performance.now());
      return new Promise((_, reject) => setTimeout(() => reject(new Error('away')), takesMs));
    },
    standing: () => 0,
    attemptsAtOnce: 10,
    changed: () => undefined,
  });
  reach.attempt()(new Error('gone'));
  await vi.advanceTimersByTimeAsync(60_000);
  reach.stop();
  const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(250);
  expect(looks.length).toBeLessThanOrEqual(60 * 6.5);
});
