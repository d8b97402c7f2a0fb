/** Limits the rate of each TPP in this process by a token bucket. */
import { LRUCache } from 'lru-cache';
import { refuse } from '../domain/refusal.ts';
import { shareOf } from '../domain/sandbox/generated-tpps.ts';

/** Number of stored buckets. Beyond it, the TPP that was idle for the longest time gets a full bucket again. */
const tppsAtMost = 10_000;
/** The units of one request. The bucket gains `perSecond` units each millisecond. */
const unit = 1_000;
const burstSeconds = 2;

/** Returns a function that counts one request, or throws 429. `perSecond` 0: there is no limit. */
export function createRateLimit(perSecond: number, clock: () => number): (tppId: string) => void {
  if (perSecond === 0) return () => undefined;
  const full = perSecond * burstSeconds * unit;
  const buckets = new LRUCache<string, { level: number; at: number }>({ max: tppsAtMost });
  return (tppId) => {
    const now = clock();
    const share = shareOf(tppId);
    const bucket = buckets.get(share) ?? { level: full, at: now };
    // A clock that was set back changes nothing.
    bucket.level = Math.min(full, bucket.level + Math.max(0, now - bucket.at) * perSecond);
    bucket.at = now;
    buckets.set(share, bucket);
    if (bucket.level < unit) {
      const retryAfterSeconds = Math.max(1, Math.ceil((unit - bucket.level) / perSecond / 1_000));
      throw refuse('ACCESS_EXCEEDED', {
        text: `a TPP may send ${perSecond} requests a second, and at most ${perSecond * burstSeconds} at once`,
        retryAfterSeconds,
      });
    }
    bucket.level -= unit;
  };
}
