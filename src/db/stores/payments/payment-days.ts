/** Counts of the newest payments by day, status and currency, for a chart. */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { PaymentStore } from '../../../operations/payments/ports.ts';
import type { OnSession } from '../../statements/session.ts';
import { payments } from '../../tables/payments.ts';

export const paymentDays: Pick<PaymentStore, 'days'> & ThisType<OnSession> = {
  async days(tppId, from, atMost) {
    const { db } = this.session;
    // Taken from the index of the list, newest first, and never more than the bound.
    const newest = db
      .select({
        status: payments.status,
        amount: payments.amount,
        currency: payments.currency,
        date: sql<string>`(${payments.createdAt} at time zone 'Europe/Oslo')::date::text`.as('date'),
      })
      .from(payments)
      .where(and(eq(payments.tppId, tppId), gte(payments.createdAt, from)))
      .orderBy(desc(payments.createdAt), desc(payments.paymentId))
      .limit(atMost)
      .as('newest');
    return db
      .select({
        date: newest.date,
        status: newest.status,
        currency: newest.currency,
        count: sql<number>`count(*)::int`,
        amount: sql<string | null>`sum(${newest.amount})::text`,
      })
      .from(newest)
      .groupBy(newest.date, newest.status, newest.currency)
      .orderBy(newest.date, newest.status, newest.currency);
  },
};
