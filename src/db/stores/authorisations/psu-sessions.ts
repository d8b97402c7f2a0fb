/** PSU sessions: who has logged in under a PSU-ID and a TPP-Session-ID, and when. */
import { and, eq, sql } from 'drizzle-orm';
import type { PsuSessionStore } from '../../../operations/authorisations/ports.ts';
import type { Executor } from '../../client.ts';
import { psuSessions } from '../../tables/authorisations.ts';
import { instantText } from '../json-rows.ts';

export function createPsuSessionStore(db: Executor): PsuSessionStore {
  return {
    async find(tppId, { psuId, identityNumber, sessionId }) {
      const who =
        psuId !== null ? eq(psuSessions.psuId, psuId) : eq(psuSessions.identityNumber, identityNumber ?? '');
      const [row] = await db
        .select()
        .from(psuSessions)
        .where(and(eq(psuSessions.tppId, tppId), eq(psuSessions.sessionId, sessionId), who))
        .orderBy(sql`${psuSessions.authenticatedAt} desc`)
        .limit(1);
      if (row === undefined) return null;
      const { recordedAt: _, ...session } = row;
      return { ...session, authenticatedAt: row.authenticatedAt.getTime() };
    },

    async authenticate(session) {
      const {
        tppId: _tpp,
        psuId: _psu,
        sessionId: _session,
        ...changed
      } = {
        ...session,
        authenticatedAt: new Date(session.authenticatedAt),
      };
      await db
        .insert(psuSessions)
        .values({ ...session, authenticatedAt: new Date(session.authenticatedAt) })
        .onConflictDoUpdate({
          target: [psuSessions.tppId, psuSessions.psuId, psuSessions.sessionId],
          set: { ...changed, recordedAt: sql`now()` },
        });
    },

    async forget(before, limit) {
      const gone = await db.execute(sql`
        delete from psu_sessions where (tpp_id, psu_id, session_id) in (
          select tpp_id, psu_id, session_id from psu_sessions
          where recorded_at < ${instantText(before)}::timestamptz limit ${limit} for update skip locked)`);
      return gone.rowCount ?? 0;
    },
  };
}
