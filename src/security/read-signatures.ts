/**
 * Remembers the signatures of the reads of this process as long as their Date is valid, so that nobody uses them for a write. A
 * signature covers the X-Request-ID, so a write with the signature of a read has the X-Request-ID of the read too. This is why the
 * refusal names that header.
 */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';
import { refuse } from '../domain/refusal.ts';

export function createReadSignatures(clock: () => number, maxAgeSeconds: number) {
  const signatures = new LRUCache<string, true>({
    // At most 50,000 entries. The option `max` would allocate 2 MB at the start.
    maxSize: 50_000,
    sizeCalculation: () => 1,
    // A Date may be `maxAgeSeconds` in the future, and is then valid for twice that time. The age of a Date is rounded down
    // to whole seconds, so it may be valid for almost a second longer.
    ttl: (2 * maxAgeSeconds + 1) * 1_000,
    perf: { now: clock },
  });
  return {
    remember({ signature }: Caller): void {
      if (signature !== undefined) signatures.set(signature, true);
    },
    /** Throws if a read has used the signature. */
    refuseSignatureOfRead({ signature }: Caller): void {
      if (signature === undefined || !signatures.has(signature)) return;
      throw refuse('CONFLICT', {
        path: 'X-Request-ID',
        text: 'this X-Request-ID was already used by a read; sign the write with a new one',
      });
    },
  };
}
