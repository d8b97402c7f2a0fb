/** PSU sessions: who has logged in under a PSU-ID and a TPP-Session-ID, and when. */

import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PsuSessionStore } from '../../../operations/authorisations/ports.ts';
import type { Executor } from '../../connections/client.ts';
import { deleteSome } from '../../statements/delete-some.ts';
import { psuSessions } from '../../tables/authorisations.ts';

const { recordedAt: _, ...sessionColumns } = getTableColumns(psuSessions);

export function createPsuSessionStore(db: Executor): PsuSessionStore {
  return {
    async find(tppId, { psuId, identityNumber, sessionId }) {
      const who =
        psuId !== null ? eq(psuSessions.psuId, psuId) : eq(psuSessions.identityNumber, identityNumber ?? '');
      const [row] = await db
        .select(sessionColumns)
        .from(psuSessions)
        .where(and(eq(psuSessions.tppId, tppId), eq(psuSessions.sessionId, sessionId), who))
        .orderBy(sql`${psuSessions.authenticatedAt} desc`)
        .limit(1);
      return row ?? null;
    },

    async authenticate(session) {
      const row = { ...session, recordedAt: sql`now()` };
      await db
        .insert(psuSessions)
        .values(row)
        .onConflictDoUpdate({
          target: [psuSessions.tppId, psuSessions.psuId, psuSessions.sessionId],
          set: row,
        });
    },

    forget: (before, limit) => deleteSome(db, [psuSessions.recordedAt], before, limit),
  };
}
