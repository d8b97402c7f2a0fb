/** Counts the newest payments by day, status and currency, for a chart. */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Session } from '../../session.ts';
import { payments } from '../../tables/payments.ts';

const { tppId, createdAt, paymentId, status, amount, currency } = payments;

export function daysOfPayments({ db }: Session, ofTpp: string, from: number, atMost: number) {
  // This is the order of the index for lists of payments, so PostgreSQL reads at most `atMost` rows.
  const newest = db
    .select({
      status,
      amount,
      currency,
      date: sql<string>`(${createdAt} at time zone 'Europe/Oslo')::date::text`.as('date'),
    })
    .from(payments)
    .where(and(eq(tppId, ofTpp), gte(createdAt, from)))
    .orderBy(desc(createdAt), desc(paymentId))
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
}
