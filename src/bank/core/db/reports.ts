import { createHash } from 'node:crypto';
import { and, eq, lte, sql } from 'drizzle-orm';
import { firstRow, type Session } from '../../../db/session.ts';
import { deleteOldRows } from '../../../db/stores/old-rows.ts';
import type { ReportStore, StrayReport } from '../orders/ports.ts';
import { orderReports, reportCursor, strayReports } from './tables.ts';

/** The table `report_cursor` has only this row. */
const cursorRowId = 1;
/** The newest stray reports are kept, up to these limits. */
const strayLimits = { maxReports: 1_000, maxBytes: 100 * 1_024 * 1_024 } as const;
const digestOf = ({ why, document }: StrayReport): string =>
  createHash('sha256').update(`${why} ${document}`).digest('hex');

export function createReportStore(session: Session): ReportStore {
  return {
    async lease({ now, until }) {
      await session.db
        .insert(reportCursor)
        .values({ id: cursorRowId, cursor: null, leasedUntil: now })
        .onConflictDoNothing();
      return firstRow(
        session.db
          .update(reportCursor)
          .set({ leasedUntil: until })
          .where(and(eq(reportCursor.id, cursorRowId), lte(reportCursor.leasedUntil, now)))
          .returning({ cursor: reportCursor.cursor, stalledSince: reportCursor.stalledSince }),
      );
    },

    async saveProgress({ cursor, stalledSince }, previousCursor, leasedUntil) {
      const hasPreviousCursor = sql`${reportCursor.cursor} is not distinct from ${previousCursor}`;
      const update = session.db
        .update(reportCursor)
        .set({ cursor, stalledSince, leasedUntil })
        .where(and(eq(reportCursor.id, cursorRowId), hasPreviousCursor));
      return (await session.rowCount(update)) > 0;
    },

    async stalledSince() {
      const [row] = await session.db.select({ since: reportCursor.stalledSince }).from(reportCursor);
      return row?.since ?? null;
    },

    async recordApplied(reportKey, orderId) {
      const insert = session.db.insert(orderReports).values({ reportKey, orderId }).onConflictDoNothing();
      return (await session.rowCount(insert)) > 0;
    },

    async storeStray(report) {
      // PostgreSQL text cannot contain NUL.
      const document = report.document.replaceAll('\0', '\ufffd');
      const values = { ...report, document, digest: digestOf(report) };
      const insert = session.db.insert(strayReports).values(values).onConflictDoNothing();
      if ((await session.rowCount(insert)) === 0) return false;
      // `reports` and `bytes`: for each row, the totals of this row and all newer rows.
      await session.db.execute(sql`delete from stray_reports where sequence in (select sequence from
        (select sequence, count(*) over newest as reports, sum(octet_length(document)) over newest as bytes
          from stray_reports window newest as (order by sequence desc)) as stray
        where reports > ${strayLimits.maxReports} or bytes > ${strayLimits.maxBytes})`);
      return true;
    },

    async deleteOld(before, limit) {
      const counts = [
        await deleteOldRows(session, [orderReports.recordedAt], before, limit),
        await deleteOldRows(session, [strayReports.recordedAt], before, limit),
      ];
      // The caller deletes again if one of the tables had `limit` old rows.
      return Math.max(...counts);
    },
  };
}
