/** Reads lists of payments and of their status changes. */
import { and, asc, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import type { PaymentLists, StatusChange } from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import { keyedStatement } from '../../shared-reads.ts';
import { isAnyOf, prepare, value } from '../../statement.ts';
import { bankQueue } from '../../tables/bank.ts';
import { paymentStatusChanges, payments } from '../../tables/payments.ts';
import { daysOfPayments } from './payment-days.ts';
import { entryOutcomes } from './payment-entries.ts';
import { countOfPayments, pageOfPayments } from './payment-pages.ts';
import { listColumns, paymentParts, toListed } from './payment-parts.ts';

const { sequence, ...changeColumns } = getTableColumns(paymentStatusChanges);
const { tppId, paymentId, fromStatus } = changeColumns;
/** Leaves out changes to RCVD without an earlier status, which earlier releases recorded. */
const selectMoves = keyedStatement(
  prepare({ tppId, keys: value<readonly string[]>() }, (db, $) =>
    db
      .select(changeColumns)
      .from(paymentStatusChanges)
      .where(and(eq(tppId, $.tppId), isAnyOf(paymentId, $.keys), isNotNull(fromStatus)))
      .orderBy(asc(paymentId), asc(sequence)),
  ),
  ({ paymentId }) => paymentId,
);

export const createPaymentLists = (session: Session): PaymentLists => ({
  ...paymentParts(session),
  ...entryOutcomes(session),
  page: (...args) => pageOfPayments(session, ...args),
  count: (...args) => countOfPayments(session, ...args),
  countPerDay: (...args) => daysOfPayments(session, ...args),

  async findMany(ofTpp, paymentIds) {
    const rows = await session.db
      .select(listColumns(true))
      .from(payments)
      .where(and(eq(payments.tppId, ofTpp), isAnyOf(payments.paymentId, paymentIds)));
    return rows.map(toListed);
  },

  async dueExecutionsOf(paymentIds) {
    const { paymentId, nominalDate, dueAt } = bankQueue;
    const rows = await session.db
      .select({ paymentId, nominalDate, dueAt })
      .from(bankQueue)
      .where(and(eq(bankQueue.tppId, session.tppId), isAnyOf(paymentId, paymentIds)));
    return new Map(
      rows.flatMap(({ paymentId, nominalDate, dueAt }) =>
        nominalDate === null ? [] : [[paymentId, { nominalDate, dueAt }]],
      ),
    );
  },

  async statusChangesOf(paymentIds) {
    const histories = new Map<string, StatusChange[]>(paymentIds.map((id) => [id, []]));
    if (paymentIds.length === 0) return histories;
    for (const { paymentId, fromStatus, toStatus, at, reason } of await session.byKeys(
      selectMoves,
      paymentIds,
    ))
      histories.get(paymentId)?.push({ from: fromStatus, to: toStatus, at, reason });
    return histories;
  },
});
