/** Console tokens by their hashes. */
import { and, eq, gt, lt } from 'drizzle-orm';
import type { TokenStore } from '../../operations/ports.ts';
import type { Executor } from '../client.ts';
import { consoleTokens } from '../tables/tokens.ts';

export function createTokenStore(db: Executor): TokenStore {
  return {
    async insert({ tokenHash, caller, expiresAt }, now) {
      await db.delete(consoleTokens).where(lt(consoleTokens.expiresAt, new Date(now)));
      const { tppId, name, roles } = caller;
      await db
        .insert(consoleTokens)
        .values({ tokenHash, tppId, name, roles, expiresAt: new Date(expiresAt) });
    },
    async find(tokenHash, now) {
      const [row] = await db
        .select()
        .from(consoleTokens)
        .where(and(eq(consoleTokens.tokenHash, tokenHash), gt(consoleTokens.expiresAt, new Date(now))));
      return row ? { tppId: row.tppId, name: row.name, roles: row.roles } : null;
    },
  };
}
