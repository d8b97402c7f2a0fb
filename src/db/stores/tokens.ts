import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { TokenStore } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { prepare, value } from '../statement.ts';
import { consoleTokens } from '../tables/tokens.ts';
import { deletingOld } from './old-rows.ts';

const { tokenHash, tppId, expiresAt } = consoleTokens;
const { tokenHash: _, ...owner } = getTableColumns(consoleTokens);

const insertion = prepare(getTableColumns(consoleTokens), (db, $) => db.insert(consoleTokens).values($));
/** Tokens beyond `keep`, except those that expire last. */
const surplus = prepare({ tppId, keep: value<number>() }, (db, $) => {
  const beyond = db
    .select({ tokenHash })
    .from(consoleTokens)
    .where(eq(tppId, $.tppId))
    .orderBy(desc(expiresAt), tokenHash)
    .offset($.keep);
  return db.delete(consoleTokens).where(and(eq(tppId, $.tppId), sql`${tokenHash} = any(array${beyond})`));
});
const living = prepare({ tokenHash, now: expiresAt }, (db, $) =>
  db
    .select(owner)
    .from(consoleTokens)
    .where(and(eq(tokenHash, $.tokenHash), gt(expiresAt, $.now))),
);
const deletion = prepare({ tokenHash }, (db, $) =>
  db.delete(consoleTokens).where(eq(tokenHash, $.tokenHash)),
);
const deleteOld = deletingOld([expiresAt]);

export const createTokenStore = (session: Session): TokenStore => ({
  async insert({ tokenHash, caller, expiresAt }, keep) {
    await session.run(insertion, { tokenHash, ...caller, expiresAt });
    await session.run(surplus, { tppId: caller.tppId, keep });
  },
  find: (tokenHash, now) => session.first(living, { tokenHash, now }),
  end: async (tokenHash) => (await session.run(deletion, { tokenHash })) > 0,
  forget: (before, limit) => deleteOld(session, before, limit),
});
