import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { SandboxFaultStore } from '../../../operations/sandbox/ports.ts';
import { firstRow, type Session } from '../../session.ts';
import { sandboxFaults } from '../../tables/sandbox.ts';
import { deleteOldRows } from '../old-rows.ts';

const { tppId: _, ...faultColumns } = getTableColumns(sandboxFaults);
const hasNotEnded = (now: number) => and(gt(sandboxFaults.timesLeft, 0), gt(sandboxFaults.until, now));

export const createSandboxFaultStore = (session: Session): SandboxFaultStore => ({
  async set(tppId, fault) {
    if (fault === null) await session.db.delete(sandboxFaults).where(eq(sandboxFaults.tppId, tppId));
    else
      await session.db
        .insert(sandboxFaults)
        .values({ tppId, ...fault })
        .onConflictDoUpdate({ target: sandboxFaults.tppId, set: fault });
  },

  find: (tppId, now) =>
    firstRow(
      session.db
        .select(faultColumns)
        .from(sandboxFaults)
        .where(and(eq(sandboxFaults.tppId, tppId), hasNotEnded(now))),
    ),

  take: (tppId, requestPath, now) =>
    firstRow(
      session.db
        .update(sandboxFaults)
        .set({ timesLeft: sql`${sandboxFaults.timesLeft} - 1` })
        .where(
          and(
            eq(sandboxFaults.tppId, tppId),
            hasNotEnded(now),
            sql`starts_with(${requestPath}::text, ${sandboxFaults.path})`,
          ),
        )
        .returning(faultColumns),
    ),

  pending: (now, limit) =>
    session.db
      .select({ tppId: sandboxFaults.tppId, path: sandboxFaults.path })
      .from(sandboxFaults)
      .where(hasNotEnded(now))
      .limit(limit),

  deleteOld: (before, limit) => deleteOldRows(session, [sandboxFaults.until], before, limit),
});
