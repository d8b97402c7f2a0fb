/** Caches the callers of tokens for some seconds, so that not every request reads the database. */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';

/** How long a caller is cached. In this time a token counts as valid, even if another process has ended it. */
export const callerMaxAgeMs = 5_000;
const maxCallers = 1_000;

/** Caches only callers of valid tokens. */
export function createCallerCache(
  findCaller: (tokenHash: string) => Promise<Caller | null>,
  clock: () => number,
) {
  const cache = new LRUCache<string, { readonly caller: Caller; readonly cachedAt: number }>({
    max: maxCallers,
  });
  let deletions = 0;
  return {
    /** The caller as the database had it at most `maxAgeMs` ago; null: there is none, or the token has expired. */
    async find(tokenHash: string, maxAgeMs = callerMaxAgeMs): Promise<Caller | null> {
      const entry = cache.get(tokenHash);
      const now = clock();
      // An entry from the future is ignored: the clock was set back since.
      if (entry && now >= entry.cachedAt && now - entry.cachedAt < maxAgeMs)
        return isUnexpired(entry.caller, now) ? entry.caller : null;
      const deletionsBefore = deletions;
      const caller = await findCaller(tokenHash);
      if (caller === null) cache.delete(tokenHash);
      // The token may have ended since it was read.
      else if (deletions === deletionsBefore) cache.set(tokenHash, { caller, cachedAt: now });
      return caller;
    },
    delete(tokenHash: string): void {
      deletions += 1;
      cache.delete(tokenHash);
    },
  };
}

/** Also true without a token: signed requests do not expire. */
export const isUnexpired = ({ token }: Caller, now: number): boolean =>
  token === undefined || now < token.expiresAt;
