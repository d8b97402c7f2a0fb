/** PSU sessions: the customer and the time of the last log-in, by PSU-ID and TPP-Session-ID. */
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PsuSessionRecord, PsuSessionStore } from '../../../operations/authorisations/ports.ts';
import { excludedValues } from '../../inserts.ts';
import { firstRow, type Session } from '../../session.ts';
import { psuSessions } from '../../tables/authorisations.ts';
import { customers } from '../../tables/sandbox.ts';
import { deleteOldRows } from '../old-rows.ts';

const { recordedAt, ...columns } = getTableColumns(psuSessions);
/** The customer may have changed since the log-in, which copied its number and type. */
const currentCustomer = {
  currentNumber: customers.customerNumber,
  currentType: customers.customerType,
  currentName: customers.customerName,
};

export function upsertSession(db: Session['db'], record: PsuSessionRecord) {
  const target = [columns.tppId, columns.psuId, columns.sessionId];
  return db
    .insert(psuSessions)
    .values({ ...record, recordedAt: sql`now()` })
    .onConflictDoUpdate({ target, set: excludedValues({ ...columns, recordedAt }, target) });
}

export const createPsuSessionStore = (session: Session): PsuSessionStore => ({
  async find(tppId, { psuId, identityNumber, sessionId }) {
    const isPsu =
      psuId === null ? eq(columns.identityNumber, identityNumber ?? '') : eq(columns.psuId, psuId);
    // The newest session of the PSU.
    const row = await firstRow(
      session.db
        .select({ ...columns, ...currentCustomer })
        .from(psuSessions)
        .leftJoin(
          customers,
          and(eq(customers.tppId, columns.tppId), eq(customers.customerId, columns.customerId)),
        )
        .where(and(eq(columns.tppId, tppId), eq(columns.sessionId, sessionId), isPsu))
        .orderBy(desc(columns.authenticatedAt))
        .limit(1),
    );
    if (row === null) return null;
    const { currentNumber, currentType, currentName, ...record } = row;
    const customerExists = currentNumber !== null && currentType !== null && currentName !== null;
    const { customerId } = record;
    const customer = customerExists
      ? { customerId, customerNumber: currentNumber, customerType: currentType, customerName: currentName }
      : null;
    return { ...record, customer };
  },

  async authenticate(record) {
    await upsertSession(session.db, record);
  },

  deleteOld: (before, limit) => deleteOldRows(session, [recordedAt], before, limit),
});
