/** The fault that a TPP has set for its next requests; at most one for each TPP. It applies to requests whose path begins with `path`. */
import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { FaultStore } from '../../../operations/sandbox/ports.ts';
import { firstRow, type Session } from '../../session.ts';
import { sandboxFaults } from '../../tables/sandbox.ts';
import { deleteOldRows } from '../old-rows.ts';

const { tppId, ...faultColumns } = getTableColumns(sandboxFaults);
const { timesLeft, path, until } = faultColumns;
const hasNotEnded = (now: number) => and(gt(timesLeft, 0), gt(until, now));

export const createFaultStore = (session: Session): FaultStore => ({
  async set(ofTpp, fault) {
    if (fault === null) await session.db.delete(sandboxFaults).where(eq(tppId, ofTpp));
    else
      await session.db
        .insert(sandboxFaults)
        .values({ tppId: ofTpp, ...fault })
        .onConflictDoUpdate({ target: tppId, set: fault });
  },

  find: (ofTpp, now) =>
    firstRow(
      session.db
        .select(faultColumns)
        .from(sandboxFaults)
        .where(and(eq(tppId, ofTpp), hasNotEnded(now))),
    ),

  take: (ofTpp, requestPath, now) =>
    firstRow(
      session.db
        .update(sandboxFaults)
        .set({ timesLeft: sql`${timesLeft} - 1` })
        .where(and(eq(tppId, ofTpp), hasNotEnded(now), sql`starts_with(${requestPath}::text, ${path})`))
        .returning(faultColumns),
    ),

  pending: (now, limit) =>
    session.db.select({ tppId, path }).from(sandboxFaults).where(hasNotEnded(now)).limit(limit),

  deleteOld: (before, limit) => deleteOldRows(session, [until], before, limit),
});
