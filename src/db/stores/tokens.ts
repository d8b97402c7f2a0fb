/** Console tokens by their hashes. */

import { and, eq, gt, sql } from 'drizzle-orm';
import type { TokenStore } from '../../operations/ports/stores.ts';
import type { Executor } from '../client.ts';
import { consoleTokens } from '../tables/tokens.ts';
import { deleteSome } from './delete-some.ts';

export function createTokenStore(db: Executor): TokenStore {
  return {
    async insert({ tokenHash, caller, expiresAt }, keep) {
      const { tppId, name, roles, certificate } = caller;
      await db.insert(consoleTokens).values({ tokenHash, tppId, name, roles, certificate, expiresAt });
      await db.execute(sql`
        delete from console_tokens where token_hash = any(array(
          select token_hash from console_tokens where tpp_id = ${tppId}
          order by expires_at desc, token_hash offset ${keep}))`);
    },
    async find(tokenHash, now) {
      const [row] = await db
        .select()
        .from(consoleTokens)
        .where(and(eq(consoleTokens.tokenHash, tokenHash), gt(consoleTokens.expiresAt, now)));
      if (row === undefined) return null;
      const { tppId, name, roles, certificate } = row;
      return { tppId, name, roles, certificate };
    },

    forget: (before, limit) => deleteSome(db, [consoleTokens.expiresAt], before, limit),
  };
}
