/** Signatures of reads, remembered for as long as their Date would let them serve again. */
import { LRUCache } from 'lru-cache';
import { refuse } from '../domain/refusal.ts';
import type { ReadMemory, VerifiedCaller } from './door.ts';

export function createReadMemory(clock: () => number, maxAgeSeconds: number): ReadMemory {
  const kept = new LRUCache<string, true>({
    // By size, not by number: for so many by number it makes all its room at the start, which takes 8 ms and 2 MB.
    maxSize: 50_000,
    sizeCalculation: () => 1,
    ttl: 2 * maxAgeSeconds * 1_000,
    perf: { now: clock },
  });
  return {
    remember: ({ signature }) => {
      if (signature !== undefined) kept.set(signature, true);
    },
    has: ({ signature }) => signature !== undefined && kept.has(signature),
  };
}

/** Refuses a write whose signed headers have served a read. */
export function requireUnread(memory: ReadMemory, caller: VerifiedCaller): void {
  if (!memory.has(caller)) return;
  throw refuse('CONFLICT', {
    path: 'X-Request-ID',
    text: 'these signed headers have served a read; a write needs an X-Request-ID and a signature of its own',
  });
}
