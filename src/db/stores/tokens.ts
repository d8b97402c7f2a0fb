import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { TokenStore } from '../../operations/ports/stores.ts';
import { firstRow, type Session } from '../session.ts';
import { consoleTokens } from '../tables/tokens.ts';
import { deleteOldRows } from './old-rows.ts';

const { tokenHash, ...otherColumns } = getTableColumns(consoleTokens);

export const createTokenStore = (session: Session): TokenStore => ({
  async insert({ caller, ...token }, atMost) {
    const { db } = session;
    await db.insert(consoleTokens).values({ ...token, ...caller });
    const isOfTpp = eq(otherColumns.tppId, caller.tppId);
    const surplusHashes = db
      .select({ tokenHash })
      .from(consoleTokens)
      .where(isOfTpp)
      .orderBy(desc(otherColumns.expiresAt), tokenHash)
      .offset(atMost);
    // Drizzle writes the subquery in parentheses.
    await db.delete(consoleTokens).where(and(isOfTpp, sql`${tokenHash} = any(array${surplusHashes})`));
  },

  find: (hash, now) =>
    firstRow(
      session.db
        .select(otherColumns)
        .from(consoleTokens)
        .where(and(eq(tokenHash, hash), gt(otherColumns.expiresAt, now))),
    ),

  end: async (hash) =>
    (await session.rowCount(session.db.delete(consoleTokens).where(eq(tokenHash, hash)))) > 0,

  deleteOld: (before, limit) => deleteOldRows(session, [otherColumns.expiresAt], before, limit),
});
