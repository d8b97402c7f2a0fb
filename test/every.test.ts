import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { every, type Loop } from '../src/every.ts';

let runs: number;
let failures: unknown[];
let loop: Loop;
const loopOf = (task: () => unknown) => {
  loop = every(1_000, task, (error) => failures.push(error));
  return loop;
};

beforeEach(() => {
  vi.useFakeTimers();
  [runs, failures] = [0, []];
});
afterEach(async () => {
  await loop.stop();
  vi.useRealTimers();
});

const count = () => {
  runs += 1;
};

it('runs after the pause, and again after each pause', async () => {
  loopOf(count).start();
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(3_001);
  expect(runs).toBe(4);
});

it('starts once', async () => {
  loopOf(count).start();
  await vi.advanceTimersByTimeAsync(500);
  loop.start();
  loop.start();
  await vi.advanceTimersByTimeAsync(1_400);
  expect(runs).toBe(1);
});

it('runs at once when woken', () => {
  loopOf(count).wake();
  expect(runs).toBe(1);
});

it('waits for the pause that a run returns', async () => {
  loopOf(() => {
    count();
    return runs < 5 ? 0 : 10_000;
  }).wake();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(5);
});

it('goes on after a failure', async () => {
  loopOf(() => {
    count();
    throw new Error(`run ${runs}`);
  }).wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failures).toEqual([new Error('run 1'), new Error('run 2')]);
});

it('when woken during a run, runs once more after it, never concurrently', async () => {
  const ends: (() => void)[] = [];
  loopOf(() => {
    count();
    return new Promise<void>((resolve) => ends.push(resolve));
  }).wake();
  for (let calls = 0; calls < 3; calls += 1) loop.wake();
  expect(runs).toBe(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toBe(2);
  const stopped = loop.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await stopped;
  expect(runs).toBe(2);
});

it('stops after the current run', async () => {
  let end = (): void => undefined;
  loopOf(() => new Promise<void>((resolve) => (end = resolve))).wake();
  let hasStopped = false;
  const stopped = loop.stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(hasStopped).toBe(false);
  end();
  await stopped;
});
