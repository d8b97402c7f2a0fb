/** Console tokens and sessions by their hashes. */

import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { TokenStore } from '../../operations/ports/stores.ts';
import type { Executor } from '../connections/client.ts';
import { deleteSome } from '../statements/delete-some.ts';
import { consoleTokens } from '../tables/tokens.ts';

const { tokenHash: _, ...owner } = getTableColumns(consoleTokens);

export function createTokenStore(db: Executor): TokenStore {
  return {
    async insert({ tokenHash, caller, expiresAt }, keep) {
      await db.insert(consoleTokens).values({ tokenHash, ...caller, expiresAt });
      await db.execute(sql`
        delete from console_tokens where token_hash = any(array(
          select token_hash from console_tokens where tpp_id = ${caller.tppId}
          order by expires_at desc, token_hash offset ${keep}))`);
    },
    async find(tokenHash, now) {
      const [row] = await db
        .select(owner)
        .from(consoleTokens)
        .where(and(eq(consoleTokens.tokenHash, tokenHash), gt(consoleTokens.expiresAt, now)));
      return row ?? null;
    },

    async end(tokenHash) {
      await db.delete(consoleTokens).where(eq(consoleTokens.tokenHash, tokenHash));
    },

    forget: (before, limit) => deleteSome(db, [consoleTokens.expiresAt], before, limit),
  };
}
