/** How often a lost database is probed, and when it counts as found: with the first open connection, whatever the probes say. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCircuitBreaker } from '../../src/db/connections/circuit-breaker.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

it.each([
  ['are refused at once', 0],
  ['hang until they are given up', 2_000],
])('probes that %s are a quarter of a second apart at most, and six a second at most', async (_, takesMs) => {
  const probes: number[] = [];
  const breaker = createCircuitBreaker({
    probe() {
      probes.push(performance.now());
      return new Promise((_, reject) => setTimeout(() => reject(new Error('away')), takesMs));
    },
    openConnections: () => 0,
    attemptsAtOnce: 10,
    changed: () => undefined,
  });
  breaker.attempt()(new Error('gone'));
  await vi.advanceTimersByTimeAsync(60_000);
  breaker.stop();
  const pauses = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(250);
  expect(probes.length).toBeLessThanOrEqual(60 * 6.5);
});

it('a connection that stands after all is used: nobody is turned away while there is one', async () => {
  const told: string[] = [];
  let standing = 0;
  const breaker = createCircuitBreaker({
    probe: () => new Promise((_, reject) => setTimeout(() => reject(new Error('away')), 10)),
    openConnections: () => standing,
    attemptsAtOnce: 10,
    changed: () => void told.push(breaker.failure() === null ? 'served' : 'turned away'),
    onLost: () => void told.push('lost'),
    onFound: () => void told.push('found'),
  });
  const [first, second] = [breaker.attempt(), breaker.attempt()];
  first(new Error('refused'));
  expect(told).toEqual(['lost', 'turned away']);
  standing = 1;
  breaker.connectionOpened();
  expect([told.slice(2), breaker.attempts()]).toEqual([['found', 'served'], 0]);
  // It breaks, and the probes have found nothing meanwhile.
  await vi.advanceTimersByTimeAsync(100);
  standing = 0;
  breaker.connectionClosed();
  expect(told.slice(4)).toEqual(['lost', 'turned away']);
  second(new Error('refused'));
  breaker.stop();
});

it('a failure causes a probe at once, whatever probe was due because of a suspicion', async () => {
  const probes: number[] = [];
  const breaker = createCircuitBreaker({
    probe: async () => void probes.push(performance.now()),
    openConnections: () => 0,
    attemptsAtOnce: 10,
    changed: () => undefined,
  });
  await breaker.probe();
  const [first = 0] = probes;
  breaker.suspect();
  breaker.attempt()(new Error('refused'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect((probes[1] ?? 0) - first).toBeLessThanOrEqual(100);
  expect(breaker.failure()).toBeNull();
  breaker.stop();
});
