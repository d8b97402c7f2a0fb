/** The caller behind a console token, cached for a few seconds, so that frequent requests read the database once. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { VerifiedCaller } from './door.ts';

/** For this long a token that was revoked, or has expired, may still be accepted. */
export const believedMs = 5_000;
const callersAtMost = 1_000;

type Find = (token: string) => Promise<VerifiedCaller | null>;

/** Only tokens that are known are remembered, by their hashes. */
export function rememberCallers(find: Find, clock: () => number): Find {
  const kept = new LRUCache<string, { readonly caller: VerifiedCaller; readonly until: number }>({
    max: callersAtMost,
  });
  return async (token) => {
    const key = hash('sha256', token, 'base64url');
    const known = kept.get(key);
    const now = clock();
    // Entries do not live longer when the clock is set back.
    if (known && now < known.until && known.until - now <= believedMs) return known.caller;
    const caller = await find(token);
    if (caller === null) kept.delete(key);
    else kept.set(key, { caller, until: now + believedMs });
    return caller;
  };
}
