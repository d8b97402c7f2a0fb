/** Console tokens and sessions by their hashes. */
import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { TokenStore } from '../../operations/ports/stores.ts';
import { deletingOld } from '../statements/delete-old.ts';
import { given, kept } from '../statements/kept.ts';
import type { Session } from '../statements/session.ts';
import { consoleTokens } from '../tables/tokens.ts';

const { tokenHash, tppId, expiresAt } = consoleTokens;
const { tokenHash: _, ...owner } = getTableColumns(consoleTokens);

const insertion = kept(getTableColumns(consoleTokens), (db, $) => db.insert(consoleTokens).values($));
/** All but those that expire last. */
const surplus = kept({ tppId, keep: given<number>() }, (db, $) => {
  const beyond = db
    .select({ tokenHash })
    .from(consoleTokens)
    .where(eq(tppId, $.tppId))
    .orderBy(desc(expiresAt), tokenHash)
    .offset($.keep);
  return db.delete(consoleTokens).where(and(eq(tppId, $.tppId), sql`${tokenHash} = any(array${beyond})`));
});
const living = kept({ tokenHash, now: expiresAt }, (db, $) =>
  db
    .select(owner)
    .from(consoleTokens)
    .where(and(eq(tokenHash, $.tokenHash), gt(expiresAt, $.now))),
);
const ended = kept({ tokenHash }, (db, $) => db.delete(consoleTokens).where(eq(tokenHash, $.tokenHash)));
const deleteOld = deletingOld([expiresAt]);

export const createTokenStore = (session: Session): TokenStore => ({
  async insert({ tokenHash, caller, expiresAt }, keep) {
    await session.run(insertion, { tokenHash, ...caller, expiresAt });
    await session.run(surplus, { tppId: caller.tppId, keep });
  },
  find: (tokenHash, now) => session.first(living, { tokenHash, now }),
  async end(tokenHash) {
    await session.run(ended, { tokenHash });
  },
  forget: (before, limit) => deleteOld(session, before, limit),
});
