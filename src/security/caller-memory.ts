/** Remembers callers of tokens for some seconds, so that frequent requests read the database only once. */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';

/** The greatest age of a remembered caller. Until then a token counts as valid, even if another process has ended it. */
export const callerMaxAgeMs = 5_000;
const callersAtMost = 1_000;

type Find = (tokenHash: string) => Promise<Caller | null>;

export interface CallerMemory {
  /** The caller as the database had it at most `maxAgeMs` ago; null: the token has expired. */
  recall(tokenHash: string, maxAgeMs?: number): Promise<Caller | null>;
  forget(tokenHash: string): void;
}

/** Only valid tokens, by hash. */
export function rememberCallers(find: Find, clock: () => number): CallerMemory {
  const cache = new LRUCache<string, { readonly caller: Caller; readonly foundAt: number }>({
    max: callersAtMost,
  });
  return {
    async recall(tokenHash, maxAgeMs = callerMaxAgeMs) {
      const entry = cache.get(tokenHash);
      const now = clock();
      // A clock that is set back does not extend entries.
      if (entry && now >= entry.foundAt && now - entry.foundAt < maxAgeMs)
        return unexpired(entry.caller, now);
      const caller = await find(tokenHash);
      if (caller === null) cache.delete(tokenHash);
      else cache.set(tokenHash, { caller, foundAt: now });
      return caller;
    },
    forget: (tokenHash) => void cache.delete(tokenHash),
  };
}

export const unexpired = (caller: Caller, now: number): Caller | null =>
  caller.token === undefined || now < caller.token.expiresAt ? caller : null;
