/** Authorisations and PSU sessions: rows are locked before they are judged, so that races have one outcome. */
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { AuthorisationRecord, AuthorisationStore, PsuSessionStore } from '../../operations/ports.ts';
import type { Executor, Session } from '../client.ts';
import { insertionInto } from '../insertion.ts';
import { authorisations, psuSessions } from '../tables/authorisations.ts';

type Row = typeof authorisations.$inferSelect;

export function toAuthorisation(row: Row): AuthorisationRecord {
  return {
    ...row,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  };
}

const targetOf = (target: { readonly paymentId: string } | { readonly basketId: string }) =>
  'paymentId' in target
    ? eq(authorisations.paymentId, target.paymentId)
    : eq(authorisations.basketId, target.basketId);

const intoAuthorisations = insertionInto(authorisations);

export function createAuthorisationStore(session: Session): AuthorisationStore {
  const { db } = session;
  return {
    async insert(authorisation) {
      await session.insert(intoAuthorisations, {
        ...authorisation,
        createdAt: new Date(authorisation.createdAt),
        expiresAt: new Date(authorisation.expiresAt),
        endedAt: authorisation.endedAt === null ? null : new Date(authorisation.endedAt),
      });
    },

    async find(tppId, authorisationId) {
      const [row] = await db
        .select()
        .from(authorisations)
        .where(and(eq(authorisations.authorisationId, authorisationId), eq(authorisations.tppId, tppId)));
      return row ? toAuthorisation(row) : null;
    },

    async findByToken(linkToken) {
      const [row] = await db.select().from(authorisations).where(eq(authorisations.linkToken, linkToken));
      return row ? toAuthorisation(row) : null;
    },

    async lock(authorisationId) {
      const [row] = await db
        .select()
        .from(authorisations)
        .where(eq(authorisations.authorisationId, authorisationId))
        .for('update');
      return row ? toAuthorisation(row) : null;
    },

    async list(target) {
      const rows = await db
        .select()
        .from(authorisations)
        .where(and(targetOf(target), or(eq(authorisations.implicit, false), eq(authorisations.opened, true))))
        .orderBy(asc(authorisations.authorisationId));
      return rows.map(toAuthorisation);
    },

    async update(authorisationId, change) {
      const { expiresAt, endedAt, ...rest } = change;
      await db
        .update(authorisations)
        .set({
          ...rest,
          ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
          ...(endedAt === undefined ? {} : { endedAt: endedAt === null ? null : new Date(endedAt) }),
        })
        .where(eq(authorisations.authorisationId, authorisationId));
    },

    async endOpen(target, kind, reason, at) {
      await db
        .update(authorisations)
        .set({ scaStatus: 'failed', endReason: reason, endedAt: new Date(at) })
        .where(and(targetOf(target), eq(authorisations.kind, kind), isNull(authorisations.endedAt)));
    },
  };
}

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
      return row ? { ...row, authenticatedAt: row.authenticatedAt.getTime() } : null;
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
          set: changed,
        });
    },
  };
}
