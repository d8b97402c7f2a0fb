/** Counts of wrong one-time codes. The rows are locked while a code is checked, so that no count is lost. */

import { and, eq, sql } from 'drizzle-orm';
import type { WrongCodeStore } from '../../../operations/authorisations/ports.ts';
import type { Executor } from '../../connections/client.ts';
import { among } from '../../statements/among.ts';
import { deleteSome } from '../../statements/delete-some.ts';
import { wrongCodeCounts } from '../../tables/authorisations.ts';

export function createWrongCodeStore(db: Executor): WrongCodeStore {
  const named = (tppId: string, subjects: readonly string[]) =>
    and(eq(wrongCodeCounts.tppId, tppId), among(wrongCodeCounts.subject, subjects));
  return {
    async lock(tppId, subjects, now) {
      if (subjects.length === 0) return;
      // In one order, so that two that share several rows wait instead of blocking each other.
      const rows = [...subjects].sort().map((subject) => ({ tppId, subject, wrongCodes: 0, at: now }));
      await db.insert(wrongCodeCounts).values(rows).onConflictDoNothing();
      await db
        .select({ subject: wrongCodeCounts.subject })
        .from(wrongCodeCounts)
        .where(named(tppId, subjects))
        .orderBy(wrongCodeCounts.subject)
        .for('update');
    },

    async read(tppId, subjects) {
      if (subjects.length === 0) return new Map();
      const rows = await db.select().from(wrongCodeCounts).where(named(tppId, subjects));
      return new Map(
        rows.map(({ subject, wrongCodes, at, closedUntil }) => [subject, { wrongCodes, at, closedUntil }]),
      );
    },

    async set(tppId, subject, count) {
      await db
        .update(wrongCodeCounts)
        .set({ ...count, recordedAt: sql`now()` })
        .where(named(tppId, [subject]));
    },

    forget: (before, limit) => deleteSome(db, [wrongCodeCounts.recordedAt], before, limit),
  };
}
