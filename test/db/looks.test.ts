/** How often a database that is away is looked for, and when it counts as found: at once, whatever becomes of the looks. */
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

it('a connection that stands after all is used: nobody is turned away while there is one', async () => {
  const told: string[] = [];
  let standing = 0;
  const reach = createReach({
    probe: () => new Promise((_, reject) => setTimeout(() => reject(new Error('away')), 10)),
    standing: () => standing,
    attemptsAtOnce: 10,
    changed: () => void told.push(reach.lost() === null ? 'served' : 'turned away'),
    lose: () => void told.push('lost'),
    find: () => void told.push('found'),
  });
  const [first, second] = [reach.attempt(), reach.attempt()];
  first(new Error('refused'));
  expect(told).toEqual(['lost', 'turned away']);
  standing = 1;
  reach.more();
  expect([told.slice(2), reach.attempts()]).toEqual([['found', 'served'], 0]);
  // It breaks, and the looks have found nothing meanwhile.
  await vi.advanceTimersByTimeAsync(100);
  standing = 0;
  reach.fewer();
  expect(told.slice(4)).toEqual(['lost', 'turned away']);
  second(new Error('refused'));
  reach.stop();
});

it('a failure calls for a look at once, whatever look was due because of a doubt', async () => {
  const looks: number[] = [];
  const reach = createReach({
    probe: async () => void looks.push(performance.now()),
    standing: () => 0,
    attemptsAtOnce: 10,
    changed: () => undefined,
  });
  await reach.look();
  const [first = 0] = looks;
  reach.doubt();
  reach.attempt()(new Error('refused'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect((looks[1] ?? 0) - first).toBeLessThanOrEqual(100);
  expect(reach.lost()).toBeNull();
  reach.stop();
});
