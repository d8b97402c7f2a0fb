import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';

/** After another process has ended a token, this process accepts the token for at most this time. */
export const callerMaxAgeMs = 5_000;
const maxCallers = 1_000;

export function createCallerCache(
  findCaller: (tokenHash: string) => Promise<Caller | null>,
  clock: () => number,
) {
  const cache = new LRUCache<string, { readonly caller: Caller; readonly cachedAt: number }>({
    max: maxCallers,
  });
  let deletionCount = 0;
  return {
    /** The caller as the database had it at most `maxAgeMs` ago; null: there is no such token, or it has expired. */
    async find(tokenHash: string, maxAgeMs = callerMaxAgeMs): Promise<Caller | null> {
      const entry = cache.get(tokenHash);
      const now = clock();
      // After the clock was set back, an entry may be from the future.
      if (entry && now >= entry.cachedAt && now - entry.cachedAt < maxAgeMs)
        return isUnexpired(entry.caller, now) ? entry.caller : null;
      const deletionCountBefore = deletionCount;
      const caller = await findCaller(tokenHash);
      if (caller === null) cache.delete(tokenHash);
      // If `delete` was called during the read, this token may have ended, so the caller is not cached.
      else if (deletionCount === deletionCountBefore) cache.set(tokenHash, { caller, cachedAt: now });
      return caller;
    },
    delete(tokenHash: string): void {
      deletionCount += 1;
      cache.delete(tokenHash);
    },
  };
}

export const isUnexpired = ({ token, certificateEnd }: Caller, now: number): boolean =>
  (token === undefined || now < token.expiresAt) && (certificateEnd === undefined || now <= certificateEnd);
