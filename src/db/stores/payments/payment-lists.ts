import { and, asc, count, desc, eq, getTableColumns, gte, isNotNull, lt, sql } from 'drizzle-orm';
import { products } from '../../../domain/payments/products/list.ts';
import type { EntryOutcome, PaymentLists } from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import { isAnyOf, prepare, value } from '../../statement.ts';
import { bankQueue, paymentEntries, periodicExecutions } from '../../tables/bank.ts';
import { hasValues, pickColumns } from '../../tables/columns.ts';
import { paymentStatusChanges, payments } from '../../tables/payments.ts';
import { wantedRanges } from '../rows-of.ts';
import { countOfPayments, pageOfPayments } from './payment-pages.ts';
import { createPaymentParts, listColumns, toListed } from './payment-parts.ts';

const selectMoves = prepare(
  { tppId: paymentStatusChanges.tppId, keys: value<readonly string[]>() },
  (db, $) =>
    db
      .select({
        key: paymentStatusChanges.paymentId,
        item: {
          to: paymentStatusChanges.toStatus,
          from: paymentStatusChanges.fromStatus,
          at: paymentStatusChanges.at,
          reason: paymentStatusChanges.reason,
        },
      })
      .from(paymentStatusChanges)
      .where(
        and(
          eq(paymentStatusChanges.tppId, $.tppId),
          isAnyOf(paymentStatusChanges.paymentId, $.keys),
          // Earlier releases recorded a creation as a change without an earlier status.
          isNotNull(paymentStatusChanges.fromStatus),
        ),
      )
      .orderBy(asc(paymentStatusChanges.paymentId), asc(paymentStatusChanges.sequence)),
);

const { tppId: entryTppId, ...entryColumns } = getTableColumns(paymentEntries);

const selectOutcomes = prepare({ tppId: entryTppId, keys: value<readonly string[]>() }, (db, $) =>
  db
    .select({ key: entryColumns.paymentId, item: entryColumns })
    .from(paymentEntries)
    .where(and(eq(entryTppId, $.tppId), isAnyOf(entryColumns.paymentId, $.keys)))
    .orderBy(asc(entryColumns.paymentId), asc(entryColumns.position)),
);

export const createPaymentLists = (session: Session): PaymentLists => ({
  ...createPaymentParts(session),
  page: (...args) => pageOfPayments(session, ...args),
  count: (...args) => countOfPayments(session, ...args),
  countPerDay: (...args) => countPerDay(session, ...args),

  async findMany(tppId, paymentIds) {
    const rows = await session.db
      .select(listColumns({ withInstructions: true }))
      .from(payments)
      .where(and(eq(payments.tppId, tppId), isAnyOf(payments.paymentId, paymentIds)));
    return rows.map(toListed);
  },

  async executedCounts(paymentIds) {
    if (paymentIds.length === 0) return new Map();
    const { paymentId } = periodicExecutions;
    const isExecuted = hasValues(periodicExecutions, { tppId: session.tppId, outcome: 'EXECUTED' });
    const rows = await session.db
      .select({ paymentId, count: count() })
      .from(periodicExecutions)
      .where(and(isExecuted, isAnyOf(paymentId, paymentIds)))
      .groupBy(paymentId);
    return new Map(rows.map((row) => [row.paymentId, row.count]));
  },

  async dueExecutionsOf(paymentIds) {
    const rows = await session.db
      .select(pickColumns(bankQueue, ['paymentId', 'nominalDate', 'dueAt']))
      .from(bankQueue)
      .where(and(eq(bankQueue.tppId, session.tppId), isAnyOf(bankQueue.paymentId, paymentIds)));
    return new Map(
      rows.flatMap(({ nominalDate, dueAt, ...row }) =>
        nominalDate === null ? [] : [[row.paymentId, { nominalDate, dueAt }]],
      ),
    );
  },

  statusChangesOf: (paymentIds) => session.byKeys(selectMoves, paymentIds),
  entryOutcomesOf: (paymentIds) => session.byKeys(selectOutcomes, paymentIds),

  async entryOutcomesIn(ranges) {
    const outcomes = ranges.map((): EntryOutcome[] => []);
    const isWanted = and(
      hasValues(paymentEntries, { tppId: session.tppId, paymentId: sql`wanted."paymentId"` }),
      gte(entryColumns.position, sql`wanted."offset"`),
      lt(entryColumns.position, sql`wanted."offset" + wanted."limit"`),
    );
    const rows = await session.db
      .select({ index: sql<number>`wanted.index`, ...entryColumns })
      .from(wantedRanges(ranges))
      .innerJoin(paymentEntries, isWanted);
    for (const { index, ...outcome } of rows) outcomes[index]?.push(outcome);
    return outcomes;
  },
});

const standingOrders = products.flatMap(({ code, settlement }) => (settlement === 'SCHEDULE' ? [code] : []));
const isExecutionOfPayment = hasValues(periodicExecutions, {
  tppId: payments.tppId,
  paymentId: payments.paymentId,
  outcome: 'EXECUTED',
});
const executedCount = sql`(select count(*)::int from ${periodicExecutions} where ${isExecutionOfPayment})`;
/**
 * null: nothing is settled. A standing order settles its amount at each execution. A bank upstream reports no executions, so a standing
 * order that is ACSC counts as at least one execution. Any other payment settles its amount when it becomes ACSC.
 */
const settledAmount = sql<string | null>`nullif(${payments.amount} * greatest(
  case when ${isAnyOf(payments.product, standingOrders)} then ${executedCount} end,
  case when ${payments.status} = 'ACSC' then 1 else 0 end), 0)`;

function countPerDay({ db }: Session, tppId: string, createdFrom: number, atMost: number) {
  const { createdAt } = payments;
  // In the order of an index, so that PostgreSQL reads at most `atMost` rows.
  const newest = db
    .select({
      status: payments.status,
      settled: settledAmount.as('settled'),
      currency: payments.currency,
      date: sql<string>`(${createdAt} at time zone 'Europe/Oslo')::date::text`.as('date'),
    })
    .from(payments)
    .where(and(eq(payments.tppId, tppId), gte(createdAt, createdFrom)))
    .orderBy(desc(createdAt), desc(payments.paymentId))
    .limit(atMost)
    .as('newest');
  const { date, status, currency, settled } = newest;
  return db
    .select({
      date,
      status,
      currency,
      count: count(),
      // The sum over all statuses of the day and currency, so that the row of each status has the same sum.
      settled: sql<string | null>`sum(sum(${settled})) over (partition by ${date}, ${currency})`,
    })
    .from(newest)
    .groupBy(date, status, currency)
    .orderBy(date, status, currency);
}
