import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PsuSessionRecord, PsuSessionStore } from '../../../operations/authorisations/ports.ts';
import { excludedValues } from '../../inserts.ts';
import { firstRow, type Session } from '../../session.ts';
import { psuSessions } from '../../tables/authorisations.ts';
import { hasValues } from '../../tables/columns.ts';
import { customers } from '../../tables/sandbox.ts';
import { deleteOldRows } from '../old-rows.ts';
import { customerIdentity, isCustomerOf } from '../sandbox/customers.ts';

const { recordedAt, ...columns } = getTableColumns(psuSessions);
export const sessionColumns = columns;

export function upsertSession(db: Session['db'], record: PsuSessionRecord) {
  const target = [columns.tppId, columns.psuId, columns.sessionId];
  return db
    .insert(psuSessions)
    .values({ ...record, recordedAt: sql`now()` })
    .onConflictDoUpdate({ target, set: excludedValues({ ...columns, recordedAt }, target) });
}

export const createPsuSessionStore = (session: Session): PsuSessionStore => ({
  /** The session has the customer's number and type at the log-in. Both may have changed since, so this also reads the customer. */
  async find(tppId, { psuId, identityNumber, sessionId }) {
    const isOfPsu =
      psuId === null ? sql`${columns.identityNumber} = ${identityNumber}` : eq(columns.psuId, psuId);
    const newest = session.db
      .select({ session: columns, customer: customerIdentity })
      .from(psuSessions)
      .leftJoin(customers, isCustomerOf(psuSessions))
      .where(and(hasValues(psuSessions, { tppId, sessionId }), isOfPsu))
      .orderBy(desc(columns.authenticatedAt))
      .limit(1);
    const row = await firstRow(newest);
    return row && { ...row.session, customer: row.customer };
  },

  async put(record) {
    await upsertSession(session.db, record);
  },

  deleteOld: (before, limit) => deleteOldRows(session, [recordedAt], before, limit),
});
