/** Who can be served while a database goes and comes: decided by what stands, whatever order the news come in. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReach } from '../../src/db/reach.ts';

let standing: number;
let looks: number;
beforeEach(() => {
  vi.useFakeTimers();
  standing = 0;
  looks = 0;
});
afterEach(() => vi.useRealTimers());

const gone = new Error('ECONNREFUSED');
const start = (probe: () => Promise<void>) =>
  createReach({
    probe: () => {
      looks += 1;
      return probe();
    },
    standing: () => standing,
    attemptsAtOnce: 10,
    changed: () => undefined,
  });

it('a connection that stands serves, though the failure of an earlier attempt is told while it is made', async () => {
  const reach = start(() => new Promise(() => undefined));
  const earlier = reach.attempt();
  reach.attempt();
  earlier(gone);
  expect(reach.lost()).toBe(gone);
  standing = 1;
  expect(reach.lost()).toBeNull();
  // No other is made before a look has been answered, and without it nobody can be served.
  expect(reach.attempts()).toBe(0);
  standing = 0;
  reach.fewer();
  expect(reach.lost()).toBe(gone);
  reach.stop();
});

it('a failure calls for a look at once, whatever look was due because of a doubt', async () => {
  const answering = start(() => Promise.resolve());
  await answering.look();
  looks = 0;
  answering.doubt();
  answering.attempt()(gone);
  await vi.advanceTimersByTimeAsync(110);
  expect(looks).toBe(1);
  expect(answering.lost()).toBeNull();
  expect(answering.attempts()).toBeGreaterThan(0);
  answering.stop();
});
