/** PSU sessions: who has logged in under a PSU-ID and a TPP-Session-ID, and when. */
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PsuSessionStore } from '../../../operations/authorisations/ports.ts';
import { deletingOld } from '../../statements/delete-old.ts';
import { kept } from '../../statements/kept.ts';
import type { Session } from '../../statements/session.ts';
import { psuSessions } from '../../tables/authorisations.ts';

const { recordedAt, ...columns } = getTableColumns(psuSessions);
const { tppId, psuId, identityNumber, sessionId, authenticatedAt } = columns;

const newestBy = (who: PgColumn) =>
  kept({ tppId, sessionId, who }, (db, $) =>
    db
      .select(columns)
      .from(psuSessions)
      .where(and(eq(tppId, $.tppId), eq(sessionId, $.sessionId), eq(who, $.who)))
      .orderBy(desc(authenticatedAt))
      .limit(1),
  );
const newestByPsuId = newestBy(psuId);
const newestByIdentity = newestBy(identityNumber);

const authentication = kept(columns, (db, $) => {
  const row = { ...$, recordedAt: sql`now()` };
  return db
    .insert(psuSessions)
    .values(row)
    .onConflictDoUpdate({ target: [tppId, psuId, sessionId], set: row });
});
const deleteOld = deletingOld([recordedAt]);

export const createPsuSessionStore = (session: Session): PsuSessionStore => ({
  find: (tppId, { psuId, identityNumber, sessionId }) =>
    psuId === null
      ? session.first(newestByIdentity, { tppId, sessionId, who: identityNumber })
      : session.first(newestByPsuId, { tppId, sessionId, who: psuId }),

  async authenticate(record) {
    await session.run(authentication, record);
  },

  forget: (before, limit) => deleteOld(session, before, limit),
});
