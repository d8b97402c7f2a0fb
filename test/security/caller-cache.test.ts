import { expect, it, vi } from 'vitest';
import type { Caller } from '../../src/domain/caller.ts';
import { createCallerCache } from '../../src/security/caller-cache.ts';

it('a token that ends while it is read is not cached', async () => {
  const findCaller = vi.fn(async (): Promise<Caller | null> => ({ tppId: 'PSDNO-FSA-A' }) as Caller);
  const cache = createCallerCache(findCaller, () => 1_000);
  const read = cache.find('hash');
  cache.delete('hash');
  await read;
  findCaller.mockResolvedValue(null);
  expect(await cache.find('hash')).toBeNull();
});
