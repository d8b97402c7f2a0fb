import { expect, it, vi } from 'vitest';
import type { Caller } from '../../src/domain/caller.ts';
import { createCallerCache, isUnexpired } from '../../src/security/caller-cache.ts';

const callerWith = (fields: Partial<Caller> = {}) => ({ tppId: 'PSDNO-FSA-A', ...fields }) as Caller;
const tokenUntil = (expiresAt: number) => ({ hash: 'hash', expiresAt });

function cacheAt(start: number) {
  const findCaller = vi.fn(async (): Promise<Caller | null> => callerWith());
  const clock = { now: start };
  return { findCaller, clock, cache: createCallerCache(findCaller, () => clock.now) };
}

it('a token that ends while it is read is not cached', async () => {
  const { cache, findCaller } = cacheAt(1_000);
  const read = cache.find('hash');
  cache.delete('hash');
  await read;
  findCaller.mockResolvedValue(null);
  expect(await cache.find('hash')).toBeNull();
});

it('a caller is read again after five seconds, and after the clock was set back', async () => {
  const { cache, findCaller, clock } = cacheAt(10_000);
  const readsUntil = async (time: number) => {
    clock.now = time;
    await cache.find('hash');
    return findCaller.mock.calls.length;
  };
  const times = [10_000, 10_000, 14_999, 15_000, 14_999];
  const reads: number[] = [];
  for (const time of times) reads.push(await readsUntil(time));
  expect(reads).toEqual([1, 1, 1, 2, 3]);
});

it('a token that a read has not found is no longer cached', async () => {
  const { cache, findCaller } = cacheAt(1_000);
  await cache.find('hash');
  findCaller.mockResolvedValue(null);
  expect([await cache.find('hash', 0), await cache.find('hash')]).toEqual([null, null]);
});

it('a cached token is refused when it expires', async () => {
  const { cache, findCaller, clock } = cacheAt(1_000);
  findCaller.mockResolvedValue(callerWith({ token: tokenUntil(2_000) }));
  await cache.find('hash');
  clock.now = 2_000;
  expect(await cache.find('hash')).toBeNull();
});

it.each([
  [{}, 2_000, true],
  [{ token: tokenUntil(2_000) }, 1_999, true],
  [{ token: tokenUntil(2_000) }, 2_000, false],
  [{ certificateEnd: 2_000 }, 2_000, true],
  [{ certificateEnd: 2_000 }, 2_001, false],
  [{ token: tokenUntil(3_000), certificateEnd: 2_000 }, 2_001, false],
  [{ token: tokenUntil(2_000), certificateEnd: 3_000 }, 2_000, false],
])('a caller with %j at %i is in force: %s', (fields, time, expected) => {
  expect(isUnexpired(callerWith(fields), time)).toBe(expected);
});
