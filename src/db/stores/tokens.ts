import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { TokenStore } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { prepare, value } from '../statement.ts';
import { consoleTokens } from '../tables/tokens.ts';
import { deleteOldRows } from './old-rows.ts';

const { tokenHash, tppId, expiresAt } = consoleTokens;
const { tokenHash: _, ...callerColumns } = getTableColumns(consoleTokens);

const insertToken = prepare(getTableColumns(consoleTokens), (db, $) => db.insert(consoleTokens).values($));
/** Keeps only so many tokens of the TPP: those that expire last. */
const deleteSurplus = prepare({ tppId, keep: value<number>() }, (db, $) => {
  const surplusHashes = db
    .select({ tokenHash })
    .from(consoleTokens)
    .where(eq(tppId, $.tppId))
    .orderBy(desc(expiresAt), tokenHash)
    .offset($.keep);
  return db
    .delete(consoleTokens)
    .where(and(eq(tppId, $.tppId), sql`${tokenHash} = any(array${surplusHashes})`));
});
const selectValid = prepare({ tokenHash, now: expiresAt }, (db, $) =>
  db
    .select(callerColumns)
    .from(consoleTokens)
    .where(and(eq(tokenHash, $.tokenHash), gt(expiresAt, $.now))),
);
const deleteToken = prepare({ tokenHash }, (db, $) =>
  db.delete(consoleTokens).where(eq(tokenHash, $.tokenHash)),
);

export const createTokenStore = (session: Session): TokenStore => ({
  async insert({ tokenHash, caller, expiresAt }, keep) {
    await session.run(insertToken, { tokenHash, ...caller, expiresAt });
    await session.run(deleteSurplus, { tppId: caller.tppId, keep });
  },
  find: (tokenHash, now) => session.first(selectValid, { tokenHash, now }),
  end: async (tokenHash) => (await session.run(deleteToken, { tokenHash })) > 0,
  deleteOld: (before, limit) => deleteOldRows(session, [expiresAt], before, limit),
});
