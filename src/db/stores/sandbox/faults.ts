/** The fault that a TPP has set for its next requests; at most one for each TPP. Its path is the beginning of the paths of requests. */
import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { FaultStore } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { prepare, value } from '../../statement.ts';
import { sandboxFaults } from '../../tables/sandbox.ts';
import { deleteOldRows } from '../old-rows.ts';

const columns = getTableColumns(sandboxFaults);
const { tppId, timesLeft, path, until, until: anInstant } = columns;
const { tppId: _, ...faultColumns } = columns;

const upsert = prepare(columns, (db, $) =>
  db
    .insert(sandboxFaults)
    .values($)
    .onConflictDoUpdate({
      target: tppId,
      set: {
        fault: sql`excluded.fault`,
        timesLeft: sql`excluded.times_left`,
        path: sql`excluded.path`,
        until: sql`excluded.until`,
      },
    }),
);
const deleteFault = prepare({ tppId }, (db, $) => db.delete(sandboxFaults).where(eq(tppId, $.tppId)));
const hasNotEnded = (now: unknown) => and(gt(timesLeft, 0), sql`${until} > ${now}`);
const selectFault = prepare({ tppId, now: anInstant }, (db, $) =>
  db
    .select(faultColumns)
    .from(sandboxFaults)
    .where(and(eq(tppId, $.tppId), hasNotEnded($.now))),
);
const takeFault = prepare(
  { tppId, requestPath: value<string>(), now: anInstant },
  (db, $) =>
    db
      .update(sandboxFaults)
      .set({ timesLeft: sql`${timesLeft} - 1` })
      .where(and(eq(tppId, $.tppId), hasNotEnded($.now), sql`starts_with(${$.requestPath}::text, ${path})`))
      .returning(faultColumns),
  // Decodes the returned row.
  faultColumns,
);
const selectPending = prepare({ now: anInstant, limit: value<number>() }, (db, $) =>
  db.select({ tppId, path }).from(sandboxFaults).where(hasNotEnded($.now)).limit($.limit),
);

export const createFaultStore = (session: Session): FaultStore => ({
  async set(tppId, fault) {
    if (fault === null) await session.run(deleteFault, { tppId });
    else await session.run(upsert, { tppId, ...fault });
  },
  find: (tppId, now) => session.first(selectFault, { tppId, now }),
  take: (tppId, requestPath, now) => session.first(takeFault, { tppId, requestPath, now }),
  pending: (now, limit) => session.rows(selectPending, { now, limit }),
  deleteOld: (before, limit) => deleteOldRows(session, [until], before, limit),
});
