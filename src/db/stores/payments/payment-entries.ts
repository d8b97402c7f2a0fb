/** Reads what became of the entries of bulk payments. */
import { and, asc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm';
import type { EntryOutcome, PaymentLists } from '../../../operations/payments/ports.ts';
import type { Session } from '../../session.ts';
import { isAnyOf, prepare, value } from '../../statement.ts';
import { paymentEntries } from '../../tables/bank.ts';
import { wantedRanges, withIndex } from '../rows-of.ts';

const { tppId, ...columns } = getTableColumns(paymentEntries);
const selectEntries = prepare({ tppId, paymentIds: value<readonly string[]>() }, (db, $) =>
  db
    .select(columns)
    .from(paymentEntries)
    .where(and(eq(tppId, $.tppId), isAnyOf(columns.paymentId, $.paymentIds)))
    .orderBy(asc(columns.paymentId), asc(columns.position)),
);
const selectOutcomes = prepare({ tppId, ranges: wantedRanges }, (db, $) =>
  db
    .select({ index: sql<number>`wanted.index`, ...columns })
    .from($.ranges)
    .innerJoin(
      paymentEntries,
      and(
        eq(tppId, $.tppId),
        eq(columns.paymentId, sql`wanted."paymentId"`),
        gte(columns.position, sql`wanted."offset"`),
        lt(columns.position, sql`wanted."offset" + wanted."limit"`),
      ),
    ),
);

export const entryOutcomes = (
  session: Session,
): Pick<PaymentLists, 'entryOutcomesOf' | 'entryOutcomesIn'> => ({
  async entryOutcomesOf(paymentIds) {
    const byPayment = new Map<string, EntryOutcome[]>(paymentIds.map((id) => [id, []]));
    if (paymentIds.length === 0) return byPayment;
    const rows = await session.rows(selectEntries, { tppId: session.tppId, paymentIds });
    for (const row of rows) byPayment.get(row.paymentId)?.push(row);
    return byPayment;
  },

  async entryOutcomesIn(ranges) {
    const outcomes = ranges.map((): EntryOutcome[] => []);
    const query = { tppId: session.tppId, ranges: withIndex(ranges) };
    for (const { index, ...outcome } of await session.rows(selectOutcomes, query))
      outcomes[index]?.push(outcome);
    return outcomes;
  },
});
