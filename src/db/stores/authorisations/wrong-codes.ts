/** Counts wrong codes by `WrongCodeLimit.subject`. Each check of a code first locks the counts, so that it overwrites no other result. */
import { and, eq, sql } from 'drizzle-orm';
import type { WrongCodeCount } from '../../../domain/authorisations/wrong-codes.ts';
import type { WrongCodeStore } from '../../../operations/authorisations/ports.ts';
import type { Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { wrongCodeCounts } from '../../tables/authorisations.ts';
import { hasValues, pickColumns } from '../../tables/columns.ts';
import { deleteOldRows } from '../old-rows.ts';

const countColumns = pickColumns(wrongCodeCounts, ['subject', 'wrongCodes', 'at', 'closedUntil']);
const mapBySubject = (rows: readonly (WrongCodeCount & { readonly subject: string })[]) =>
  new Map(rows.map(({ subject, ...count }) => [subject, count]));

export const createWrongCodeStore = (session: Session): WrongCodeStore => ({
  async lock(tppId, subjects, now) {
    if (subjects.length === 0) return new Map();
    // The subjects are sorted, so that transactions that share rows do not deadlock. The values follow the order of the table's columns.
    const newCounts = sql`
      select ${tppId}, subject, 0, ${sql.param(now, wrongCodeCounts.at)}::timestamptz, null, now()
      from unnest(${sql.param([...subjects].sort())}::text[]) as wanted (subject)`;
    const lockedRows = await session.db
      .insert(wrongCodeCounts)
      .select(newCounts)
      // This update of an existing row changes nothing, but locks the row.
      .onConflictDoUpdate({
        target: [wrongCodeCounts.tppId, wrongCodeCounts.subject],
        set: { wrongCodes: sql`${wrongCodeCounts.wrongCodes}` },
      })
      .returning(countColumns);
    return mapBySubject(lockedRows);
  },

  async read(tppId, subjects) {
    if (subjects.length === 0) return new Map();
    const hasSubject = and(eq(wrongCodeCounts.tppId, tppId), isAnyOf(wrongCodeCounts.subject, subjects));
    return mapBySubject(await session.db.select(countColumns).from(wrongCodeCounts).where(hasSubject));
  },

  async set(tppId, subject, count) {
    await session.db
      .update(wrongCodeCounts)
      .set({ ...count, recordedAt: sql`now()` })
      .where(hasValues(wrongCodeCounts, { tppId, subject }));
  },

  deleteOld: (before, limit) => deleteOldRows(session, [wrongCodeCounts.recordedAt], before, limit),
});
