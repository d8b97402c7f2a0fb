/** A token bucket for each TPP in this process. */
import { LRUCache } from 'lru-cache';
import { refuse } from '../domain/refusal.ts';
import { shareOf } from '../domain/sandbox/made-tpps.ts';

/** Beyond this the least recently used TPP gets a full bucket again. */
const tppsAtMost = 10_000;
/** One request; the bucket gains `perSecond` units each millisecond. */
const unit = 1_000;
const burstSeconds = 2;

/** The result counts one request, or throws 429. `perSecond` 0: no limit. */
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
