/** What is kept of a core system's reports: how far they were read, which were applied, which are kept aside. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { ReportStore } from '../../operations/ports/orders.ts';
import { deletingOld } from '../statements/delete-old.ts';
import type { Session } from '../statements/session.ts';
import { orderReports, reportCursor, strayReports } from '../tables/orders.ts';

const deleteNotes = deletingOld([orderReports.recordedAt]);
const deleteStrays = deletingOld([strayReports.recordedAt]);
/** The only row. */
const id = 1;
/** So many reports are kept aside, the newest. */
const asideAtMost = 1_000;

export function createReportStore(session: Session): ReportStore {
  const { db } = session;
  return {
    async lease({ now, until }) {
      await db.insert(reportCursor).values({ id, cursor: null, leasedUntil: now }).onConflictDoNothing();
      const [row] = await db
        .update(reportCursor)
        .set({ leasedUntil: until })
        .where(and(eq(reportCursor.id, id), lte(reportCursor.leasedUntil, now)))
        .returning({ cursor: reportCursor.cursor });
      return row ?? null;
    },

    async advance(cursor, free) {
      await db.update(reportCursor).set({ cursor, leasedUntil: free }).where(eq(reportCursor.id, id));
    },

    async note(messageId, orderId) {
      const rows = await db
        .insert(orderReports)
        .values({ messageId, orderId })
        .onConflictDoNothing()
        .returning({ messageId: orderReports.messageId });
      return rows.length > 0;
    },

    async keepAside({ document, ...report }) {
      // A text of PostgreSQL holds no NUL.
      await db.insert(strayReports).values({ ...report, document: document.replaceAll('\0', '\ufffd') });
      await db.execute(sql`delete from stray_reports where sequence <=
        (select sequence from stray_reports order by sequence desc offset ${asideAtMost} limit 1)`);
    },

    async forget(before, limit) {
      const gone = [await deleteNotes(session, before, limit), await deleteStrays(session, before, limit)];
      return Math.max(...gone);
    },
  };
}
