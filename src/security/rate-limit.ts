import { LRUCache } from 'lru-cache';
import { refuse } from '../domain/refusal.ts';
import { limitKeyOf } from '../domain/sandbox/generated-tpps.ts';

/** Beyond this number, the TPP that was idle for the longest time starts again with a full bucket. */
const maxBuckets = 10_000;
/** A bucket counts thousandths of a request, and gains `perSecond` of them in each millisecond. */
const requestUnits = 1_000;
const burstSeconds = 2;

/** Returns a function that counts one request of a TPP, or throws a 429. If `perSecond` is 0, there is no limit. */
export function createRateLimit(perSecond: number, clock: () => number): (tppId: string) => void {
  if (perSecond === 0) return () => undefined;
  const capacity = perSecond * burstSeconds * requestUnits;
  const buckets = new LRUCache<string, { level: number; updatedAt: number }>({ max: maxBuckets });
  return (tppId) => {
    const now = clock();
    // TPPs that one TPP has created share a bucket.
    const bucketKey = limitKeyOf(tppId);
    const bucket = buckets.get(bucketKey) ?? { level: capacity, updatedAt: now };
    // If the clock was set back, the bucket gains nothing.
    bucket.level = Math.min(capacity, bucket.level + Math.max(0, now - bucket.updatedAt) * perSecond);
    bucket.updatedAt = now;
    buckets.set(bucketKey, bucket);
    if (bucket.level < requestUnits)
      throw refuse('ACCESS_EXCEEDED', {
        text: `a TPP may send ${perSecond} requests a second, and at most ${perSecond * burstSeconds} at once`,
        // A bucket gains at least one request in a second.
        retryAfterSeconds: 1,
      });
    bucket.level -= requestUnits;
  };
}
