/** Reads what became of the entries of bulk payments. */
import { and, asc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm';
import type { EntryOutcome, PaymentLists } from '../../../operations/payments/ports.ts';
import type { Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { paymentEntries } from '../../tables/bank.ts';
import { wantedRanges } from '../rows-of.ts';

const { tppId, ...columns } = getTableColumns(paymentEntries);

export const entryOutcomes = (
  session: Session,
): Pick<PaymentLists, 'entryOutcomesOf' | 'entryOutcomesIn'> => ({
  async entryOutcomesOf(paymentIds) {
    const byPayment = new Map<string, EntryOutcome[]>(paymentIds.map((id) => [id, []]));
    if (paymentIds.length === 0) return byPayment;
    const rows = await session.db
      .select(columns)
      .from(paymentEntries)
      .where(and(eq(tppId, session.tppId), isAnyOf(columns.paymentId, paymentIds)))
      .orderBy(asc(columns.paymentId), asc(columns.position));
    for (const row of rows) byPayment.get(row.paymentId)?.push(row);
    return byPayment;
  },

  async entryOutcomesIn(ranges) {
    const outcomes = ranges.map((): EntryOutcome[] => []);
    const isWanted = and(
      eq(tppId, session.tppId),
      eq(columns.paymentId, sql`wanted."paymentId"`),
      gte(columns.position, sql`wanted."offset"`),
      lt(columns.position, sql`wanted."offset" + wanted."limit"`),
    );
    const rows = await session.db
      .select({ index: sql<number>`wanted.index`, ...columns })
      .from(wantedRanges(ranges))
      .innerJoin(paymentEntries, isWanted);
    for (const { index, ...outcome } of rows) outcomes[index]?.push(outcome);
    return outcomes;
  },
});
