/** Remembers the signatures of reads while their Date is valid, so that no write can use them. */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';
import { refuse } from '../domain/refusal.ts';

export function createReadMemory(clock: () => number, maxAgeSeconds: number) {
  const signatures = new LRUCache<string, true>({
    // By size: with `max` the cache would allocate 2 MB at the start.
    maxSize: 50_000,
    sizeCalculation: () => 1,
    ttl: 2 * maxAgeSeconds * 1_000,
    perf: { now: clock },
  });
  return {
    remember({ signature }: Caller): void {
      if (signature !== undefined) signatures.set(signature, true);
    },
    requireUnread({ signature }: Caller): void {
      if (signature === undefined || !signatures.has(signature)) return;
      throw refuse('CONFLICT', {
        path: 'X-Request-ID',
        text: 'this X-Request-ID was already used by a read; sign the write with a new one',
      });
    },
  };
}
