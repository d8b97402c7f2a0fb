import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PsuSessionRecord, PsuSessionStore } from '../../../operations/authorisations/ports.ts';
import { excludedValues } from '../../inserts.ts';
import type { Session } from '../../session.ts';
import { prepare } from '../../statement.ts';
import { psuSessions } from '../../tables/authorisations.ts';
import { customers } from '../../tables/sandbox.ts';
import { deleteOldRows } from '../old-rows.ts';
import { customerIdentity, isCustomerOf } from '../sandbox/customers.ts';

const { recordedAt, ...columns } = getTableColumns(psuSessions);
export const sessionColumns = columns;

/** The session has the customer's number and type at the log-in. Both may have changed since, so this also reads the customer. */
const newestBy = (psuColumn: PgColumn) =>
  prepare({ tppId: columns.tppId, sessionId: columns.sessionId, psu: psuColumn }, (db, $) =>
    db
      .select({ session: columns, customer: customerIdentity })
      .from(psuSessions)
      .leftJoin(customers, isCustomerOf(psuSessions))
      .where(and(eq(columns.tppId, $.tppId), eq(columns.sessionId, $.sessionId), eq(psuColumn, $.psu)))
      .orderBy(desc(columns.authenticatedAt))
      .limit(1),
  );
const newestByPsuId = newestBy(columns.psuId);
const newestByIdentity = newestBy(columns.identityNumber);

export function upsertSession(db: Session['db'], record: PsuSessionRecord) {
  const target = [columns.tppId, columns.psuId, columns.sessionId];
  return db
    .insert(psuSessions)
    .values({ ...record, recordedAt: sql`now()` })
    .onConflictDoUpdate({ target, set: excludedValues({ ...columns, recordedAt }, target) });
}

export const createPsuSessionStore = (session: Session): PsuSessionStore => ({
  async find(tppId, { psuId, identityNumber, sessionId }) {
    const row = await (psuId === null
      ? session.first(newestByIdentity, { tppId, sessionId, psu: identityNumber })
      : session.first(newestByPsuId, { tppId, sessionId, psu: psuId }));
    return row && { ...row.session, customer: row.customer };
  },

  async authenticate(record) {
    await upsertSession(session.db, record);
  },

  deleteOld: (before, limit) => deleteOldRows(session, [recordedAt], before, limit),
});
