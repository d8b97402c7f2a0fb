/**
 * A target is the address for the notifications of a payment. Its column `pending` is the outbox, which other statements fill
 * (notification-outbox.ts). A process leases a target before it sends, and no other process sends to the target before `nextAt`.
 * If no notification is pending at `nextAt`, the process only checks the payment, and ends the target if the payment is final.
 */
import { and, eq, getTableColumns, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { NotificationRequest } from '../../domain/notifications/request.ts';
import type {
  NotificationAttempt,
  NotificationStore,
  NotificationTarget,
} from '../../operations/notifications/ports.ts';
import { insertInto } from '../inserts.ts';
import type { Session } from '../session.ts';
import { isAnyOf } from '../statement.ts';
import { hasValues } from '../tables/columns.ts';
import { notificationTargets as targets } from '../tables/notifications.ts';
import { payments, tpps } from '../tables/payments.ts';
import { finalStatuses } from './notification-outbox.ts';
import { deleteOldRows } from './old-rows.ts';

const alreadyDue = sql.raw("'epoch'");

const insertTarget = insertInto(targets);

const createTarget = (tppId: string, paymentId: string, request: NotificationRequest, nextAt: number) => ({
  tppId,
  paymentId,
  ...request,
  pending: [],
  delivered: 0,
  failures: 0,
  nextAt,
});

const isLive = isNull(targets.endedAt);
const timestamp = (at: number) => sql`${sql.param(at, targets.nextAt)}::timestamptz`;

/** True while this process has the lease. A later lease changes `nextAt`, and a delivery changes `delivered`. */
const hasLease = (
  { tppId }: Session,
  { paymentId, delivered, nextAt }: Pick<NotificationTarget, 'paymentId' | 'delivered' | 'nextAt'>,
): SQL => hasValues(targets, { tppId, paymentId, delivered, nextAt: timestamp(nextAt) });

const toAttemptColumns = ({ at, status, failure }: NotificationAttempt) => ({
  lastAttemptAt: at,
  lastStatus: status,
  lastFailure: failure,
});

/** These columns end the target if the payment is final and at most `maxPending` notifications were pending before the update. */
function endColumns(session: Session, id: string, maxPending: number, at: number) {
  const status = sql`(select status from payments where tpp_id = ${session.tppId} and payment_id = ${id})`;
  const isDone = sql`jsonb_array_length(${targets.pending}) <= ${sql.raw(String(maxPending))} and ${status} in (${finalStatuses})`;
  return {
    endedAt: sql`case when ${isDone} then ${timestamp(at)} end`,
    endReason: sql`case when ${isDone} then 'FINAL' end`,
  };
}

export const createNotificationStore = (session: Session): NotificationStore => ({
  ...createDeliveryMethods(session),
  add: (...target) => session.insert(insertTarget, createTarget(session.tppId, ...target)),

  async put(...target) {
    await session.db
      .insert(targets)
      .values(createTarget(session.tppId, ...target))
      .onConflictDoUpdate({
        target: [targets.tppId, targets.paymentId],
        set: {
          uri: sql`excluded.uri`,
          content: sql`excluded.content`,
          nextAt: sql`case when ${targets.pending} = '[]' then excluded.next_at else ${alreadyDue} end`,
          failures: 0,
          failingSince: null,
          endedAt: null,
          endReason: null,
        },
      });
  },

  async ofPayments(paymentIds) {
    const rows = await session.db
      .select()
      .from(targets)
      .where(and(eq(targets.tppId, session.tppId), isAnyOf(targets.paymentId, paymentIds)));
    return new Map(rows.map((row) => [row.paymentId, row]));
  },

  tpps(now, limit) {
    const { db } = session;
    const isLiveOfTpp = and(eq(targets.tppId, tpps.tppId), isLive);
    const existsTarget = (condition: SQL | undefined) =>
      sql<boolean>`exists ${db.select({ one: sql`1` }).from(targets).where(condition)}`;
    // The order is random, so that processes begin with different TPPs.
    return db
      .select({ tppId: tpps.tppId, due: existsTarget(and(isLiveOfTpp, lte(targets.nextAt, now))) })
      .from(tpps)
      .where(existsTarget(isLiveOfTpp))
      .orderBy(sql`random()`)
      .limit(limit);
  },

  deleteOld: (before, limit) => deleteOldRows(session, [targets.endedAt], before, limit),
});

/** Only one process at a time has the lease of a target. */
const createDeliveryMethods = (
  session: Session,
): Pick<NotificationStore, 'lease' | 'recordDelivery' | 'recordFailure' | 'recordCheck'> => ({
  async lease(now, leasedUntil) {
    const isOfTpp = eq(targets.tppId, session.tppId);
    const nextTarget = session.db
      .select({ paymentId: targets.paymentId })
      .from(targets)
      .where(and(isOfTpp, isLive, lte(targets.nextAt, now)))
      .orderBy(targets.nextAt)
      .limit(1)
      .for('update', { skipLocked: true });
    const [target] = await session.db
      .update(targets)
      .set({ nextAt: leasedUntil })
      .from(payments)
      .where(
        and(
          isOfTpp,
          // A plain subquery might run for each row, and lease one more target each time.
          sql`${targets.paymentId} = any(array${nextTarget})`,
          hasValues(payments, { tppId: session.tppId, paymentId: targets.paymentId }),
        ),
      )
      .returning({ ...getTableColumns(targets), product: payments.product });
    return target ?? null;
  },

  async recordDelivery(target, attempt, nextCheckAt) {
    await session.db
      .update(targets)
      .set({
        ...toAttemptColumns(attempt),
        pending: sql`${targets.pending} - 0`,
        delivered: sql`${targets.delivered} + 1`,
        failures: 0,
        failingSince: null,
        nextAt: sql`case when jsonb_array_length(${targets.pending}) > 1 then ${alreadyDue} else ${timestamp(nextCheckAt)} end`,
        ...endColumns(session, target.paymentId, 1, attempt.at),
      })
      .where(hasLease(session, target));
  },

  async recordFailure(target, attempt, nextAttemptAt) {
    const hasGivenUp = nextAttemptAt === null;
    const update = session.db
      .update(targets)
      .set({
        ...toAttemptColumns(attempt),
        failures: sql`${targets.failures} + 1`,
        failingSince: sql`coalesce(${targets.failingSince}, ${timestamp(attempt.at)})`,
        ...(hasGivenUp ? { endedAt: attempt.at, endReason: 'GIVEN_UP' as const } : { nextAt: nextAttemptAt }),
      })
      .where(hasLease(session, target));
    return (await session.rowCount(update)) > 0;
  },

  async recordCheck(target, now, nextCheckAt) {
    await session.db
      .update(targets)
      .set({ nextAt: nextCheckAt, ...endColumns(session, target.paymentId, 0, now) })
      .where(and(hasLease(session, target), sql`${targets.pending} = '[]'`));
  },
});
