/** Nobody may use the signature of a read for a write. A new X-Request-ID gives a new signature, so the refusal names this header. */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';
import { refuse } from '../domain/refusal.ts';

export function createSignaturesOfReads(clock: () => number, maxAgeSeconds: number) {
  const signatures = new LRUCache<string, true>({
    // Each entry has the size 1, so this is the number of entries. `max` would allocate 2 MB at the start.
    maxSize: 50_000,
    sizeCalculation: () => 1,
    // A Date may be `maxAgeSeconds` in the future, and its age is rounded down to whole seconds.
    ttl: (2 * maxAgeSeconds + 1) * 1_000,
    perf: { now: clock },
  });
  return {
    remember({ signature }: Caller): void {
      if (signature !== undefined) signatures.set(signature, true);
    },
    refuseSignatureOfRead({ signature }: Caller): void {
      if (signature === undefined || !signatures.has(signature)) return;
      throw refuse('CONFLICT', {
        path: 'X-Request-ID',
        text: 'this X-Request-ID was already used by a read; sign the write with a new one',
      });
    },
  };
}
