import { expect, it } from 'vitest';
import { createConcurrencyLimit } from '../../src/fairness/concurrency-limit.ts';

it('all slots are used, and not one more', () => {
  const limit = createConcurrencyLimit(3);
  expect([limit.take(), limit.take('a'), limit.isFull(), limit.take('b', 2)]).toEqual([
    expect.any(Function),
    expect.any(Function),
    false,
    null,
  ]);
  expect([limit.take('b') !== null, limit.isFull(), limit.used(), limit.take('c')]).toEqual([
    ...[true, true, 3],
    null,
  ]);
});

it('one key has at most its share, and others the rest', () => {
  const limit = createConcurrencyLimit(5, 2);
  expect([limit.take('a', 3), limit.take('a', 2) !== null, limit.take('a')]).toEqual([null, true, null]);
  expect([limit.take('b') !== null, limit.usedBy('a'), limit.usedBy('b'), limit.used()]).toEqual([
    ...[true, 2, 1],
    3,
  ]);
});

it('slots are free again after one release, and a second release frees no others', () => {
  const limit = createConcurrencyLimit(4, 3);
  const [two, one] = [limit.take('a', 2), limit.take('a')];
  two?.();
  two?.();
  expect([limit.used(), limit.usedBy('a')]).toEqual([1, 1]);
  one?.();
  one?.();
  expect([limit.used(), limit.usedBy('a')]).toEqual([0, 0]);
  expect(limit.take('a', 3)).not.toBeNull();
});
