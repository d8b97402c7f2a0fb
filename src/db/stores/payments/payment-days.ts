/** Counts the newest payments by day, status and currency, for a chart. */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Session } from '../../session.ts';
import { prepare, value } from '../../statement.ts';
import { payments } from '../../tables/payments.ts';

const { tppId, createdAt } = payments;

const selectDays = prepare({ tppId, from: createdAt, atMost: value<number>() }, (db, $) => {
  // This is the order of the index for lists of payments, so PostgreSQL reads at most `atMost` rows.
  const newest = db
    .select({
      status: payments.status,
      amount: payments.amount,
      currency: payments.currency,
      date: sql<string>`(${createdAt} at time zone 'Europe/Oslo')::date::text`.as('date'),
    })
    .from(payments)
    .where(and(eq(tppId, $.tppId), gte(createdAt, $.from)))
    .orderBy(desc(createdAt), desc(payments.paymentId))
    .limit($.atMost)
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
});

export const daysOfPayments = (session: Session, tppId: string, from: number, atMost: number) =>
  session.rows(selectDays, { tppId, from, atMost });
