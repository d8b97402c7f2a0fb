/**
 * Locks the counts of wrong one-time codes while a code is checked, so that each wrong code counts. A subject is a customer or a session
 * whose codes are counted. `at`: the last wrong code, by the TPP's clock; `closedUntil`: the end of the lock-out.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { WrongCodeCount } from '../../../domain/authorisations/wrong-codes.ts';
import type { WrongCodeStore } from '../../../operations/authorisations/ports.ts';
import type { Session } from '../../session.ts';
import { isAnyOf, prepare, value } from '../../statement.ts';
import { wrongCodeCounts } from '../../tables/authorisations.ts';
import { hasValues } from '../../tables/columns.ts';
import { deleteOldRows } from '../old-rows.ts';

const { tppId, subject, wrongCodes, at, closedUntil, recordedAt } = wrongCodeCounts;

const subjectKeys = { tppId, subjects: value<readonly string[]>() };
const countColumns = { subject, wrongCodes, at, closedUntil };
/** Inserts missing rows. The update of an existing row changes nothing, but locks the row. */
const lockCounts = prepare(
  { ...subjectKeys, at },
  (db, $) =>
    db
      .insert(wrongCodeCounts)
      .select(
        sql`select ${$.tppId}, subject, 0, ${$.at}::timestamptz, null, now()
        from unnest(${$.subjects}::text[]) as wanted (subject)`,
      )
      .onConflictDoUpdate({ target: [tppId, subject], set: { wrongCodes: sql`${wrongCodes}` } })
      .returning(countColumns),
  countColumns,
);
const selectCounts = prepare(subjectKeys, (db, $) =>
  db
    .select(countColumns)
    .from(wrongCodeCounts)
    .where(and(eq(tppId, $.tppId), isAnyOf(subject, $.subjects))),
);

const bySubject = (rows: readonly (WrongCodeCount & { readonly subject: string })[]) =>
  new Map(rows.map(({ subject, ...count }) => [subject, count]));

export const createWrongCodeStore = (session: Session): WrongCodeStore => ({
  async lock(tppId, subjects, now) {
    if (subjects.length === 0) return new Map();
    // Sorted, so that two transactions that share rows wait instead of deadlocking.
    return bySubject(await session.rows(lockCounts, { tppId, subjects: [...subjects].sort(), at: now }));
  },

  async read(tppId, subjects) {
    if (subjects.length === 0) return new Map();
    return bySubject(await session.rows(selectCounts, { tppId, subjects }));
  },

  async set(ofTpp, ofSubject, count) {
    await session.db
      .update(wrongCodeCounts)
      .set({ ...count, recordedAt: sql`now()` })
      .where(hasValues(wrongCodeCounts, { tppId: ofTpp, subject: ofSubject }));
  },

  deleteOld: (before, limit) => deleteOldRows(session, [recordedAt], before, limit),
});
