/** Targets of notifications. `pending` is a target's outbox; the statements that change payments fill it (notification-outbox.ts). */
import { and, eq, getTableColumns, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { NotificationRequest } from '../../domain/notifications/request.ts';
import type {
  LeasedTarget,
  NotificationAttempt,
  NotificationStore,
  NotificationTarget,
} from '../../operations/notifications/ports.ts';
import { insertInto } from '../inserts.ts';
import type { Session } from '../session.ts';
import { isAnyOf, type PlaceholdersOf, prepare, value } from '../statement.ts';
import { notificationTargets as targets } from '../tables/notifications.ts';
import { payments, tpps } from '../tables/payments.ts';
import { finalStatuses } from './notification-outbox.ts';
import { deleteOldRows } from './old-rows.ts';

const columns = getTableColumns(targets);
const atOnce = sql.raw("'epoch'");
const { tppId, paymentId, delivered, nextAt, endedAt, pending } = targets;

const insertTarget = insertInto(targets);
const upsertTarget = prepare(columns, (db, $) =>
  db
    .insert(targets)
    .values($)
    .onConflictDoUpdate({
      target: [tppId, paymentId],
      set: {
        uri: sql`excluded.uri`,
        content: sql`excluded.content`,
        nextAt: sql`case when ${pending} = '[]' then excluded.next_at else ${atOnce} end`,
        failures: sql`0`,
        failingSince: sql`null`,
        endedAt: sql`null`,
        endReason: sql`null`,
      },
    }),
);

const selectOfPayments = prepare({ tppId, paymentIds: value<readonly string[]>() }, (db, $) =>
  db
    .select(columns)
    .from(targets)
    .where(and(eq(tppId, $.tppId), isAnyOf(paymentId, $.paymentIds))),
);

const isLive = isNull(endedAt);
const selectTpps = prepare({ now: nextAt, limit: value<number>() }, (db, $) => {
  const ofTpp = and(eq(tppId, tpps.tppId), isLive);
  const existsTarget = (condition: SQL | undefined) =>
    sql<boolean>`exists ${db.select({ one: sql`1` }).from(targets).where(condition)}`;
  return db
    .select({ tppId: tpps.tppId, due: existsTarget(and(ofTpp, lte(nextAt, $.now))) })
    .from(tpps)
    .where(existsTarget(ofTpp))
    .orderBy(sql`random()`)
    .limit($.limit);
});

const leasedColumns = { ...columns, product: payments.product, status: payments.status };
const leaseNext = prepare(
  { tppId, now: nextAt, leasedUntil: nextAt },
  (db, $) => {
    const nextTarget = db
      .select({ paymentId })
      .from(targets)
      .where(and(eq(tppId, $.tppId), isLive, lte(nextAt, $.now)))
      .orderBy(nextAt)
      .limit(1)
      .for('update', { skipLocked: true });
    return db
      .update(targets)
      .set({ nextAt: $.leasedUntil })
      .from(payments)
      .where(
        and(
          eq(tppId, $.tppId),
          sql`${paymentId} = any(array${nextTarget})`,
          eq(payments.tppId, $.tppId),
          eq(payments.paymentId, paymentId),
        ),
      )
      .returning(leasedColumns);
  },
  leasedColumns,
);

const deliveryKey = { tppId, paymentId, delivered };
/** No other process has delivered the notification since this one leased the target. */
const isUndelivered = ($: PlaceholdersOf<typeof deliveryKey>) =>
  and(eq(tppId, $.tppId), eq(paymentId, $.paymentId), eq(delivered, $.delivered));
const attemptColumns = {
  at: targets.lastAttemptAt,
  status: targets.lastStatus,
  failure: targets.lastFailure,
};
const lastAttempt = ($: PlaceholdersOf<typeof attemptColumns>) => ({
  lastAttemptAt: $.at,
  lastStatus: $.status,
  lastFailure: $.failure,
});

/** Whether the payment is final and at most `maxPending` notifications are pending before the update. */
const isDone = (
  $: PlaceholdersOf<{ tppId: typeof tppId; paymentId: typeof paymentId }>,
  maxPending: number,
) => {
  const status = sql`(select status from payments where tpp_id = ${$.tppId} and payment_id = ${$.paymentId})`;
  return sql`jsonb_array_length(${pending}) <= ${sql.raw(String(maxPending))} and ${status} in (${finalStatuses})`;
};

/** Removes the oldest notification, which is the first element of `pending`. */
const recordDelivery = prepare({ ...deliveryKey, ...attemptColumns, nextCheckAt: nextAt }, (db, $) =>
  db
    .update(targets)
    .set({
      ...lastAttempt($),
      pending: sql`${pending} - 0`,
      delivered: sql`${delivered} + 1`,
      failures: sql`0`,
      failingSince: sql`null`,
      nextAt: sql`case when jsonb_array_length(${pending}) > 1 then ${atOnce} else ${$.nextCheckAt}::timestamptz end`,
      endedAt: sql`case when ${isDone($, 1)} then ${$.at}::timestamptz end`,
      endReason: sql`case when ${isDone($, 1)} then 'FINAL' end`,
    })
    .where(isUndelivered($)),
);

const recordCheck = prepare({ ...deliveryKey, now: nextAt, nextCheckAt: nextAt }, (db, $) =>
  db
    .update(targets)
    .set({
      nextAt: $.nextCheckAt,
      endedAt: sql`case when ${isDone($, 0)} then ${$.now}::timestamptz end`,
      endReason: sql`case when ${isDone($, 0)} then 'FINAL' end`,
    })
    .where(and(isUndelivered($), sql`${pending} = '[]'`)),
);

/** While the target has its lease, its `nextAt` is the end of the lease. */
const failureKey = { ...deliveryKey, leasedUntil: nextAt };
/** Gives up if `nextAt` is null. So this parameter has the type of a column that may be null. */
const recordFailure = prepare({ ...failureKey, ...attemptColumns, nextAt: targets.failingSince }, (db, $) =>
  db
    .update(targets)
    .set({
      ...lastAttempt($),
      failures: sql`${targets.failures} + 1`,
      failingSince: sql`coalesce(${targets.failingSince}, ${$.at}::timestamptz)`,
      nextAt: sql`coalesce(${$.nextAt}::timestamptz, ${nextAt})`,
      endedAt: sql`case when ${$.nextAt}::timestamptz is null then ${$.at}::timestamptz end`,
      endReason: sql`case when ${$.nextAt}::timestamptz is null then 'GIVEN_UP' end`,
    })
    .where(and(isUndelivered($), eq(nextAt, $.leasedUntil))),
);

const newTarget = (
  tppId: string,
  paymentId: string,
  { uri, content }: NotificationRequest,
  nextAt: number,
): NotificationTarget => ({
  tppId,
  paymentId,
  uri,
  content,
  pending: [],
  delivered: 0,
  failures: 0,
  failingSince: null,
  lastAttemptAt: null,
  lastStatus: null,
  lastFailure: null,
  nextAt,
  endedAt: null,
  endReason: null,
});

export const createNotificationStore = (session: Session): NotificationStore => ({
  add: (...target) => session.insert(insertTarget, newTarget(session.tppId, ...target)),

  async put(...target) {
    await session.run(upsertTarget, newTarget(session.tppId, ...target));
  },

  async ofPayments(paymentIds) {
    const rows = await session.rows(selectOfPayments, { tppId: session.tppId, paymentIds });
    return new Map(rows.map((row) => [row.paymentId, row]));
  },

  tpps: (now, limit) => session.rows(selectTpps, { now, limit }),

  lease: async (now, leasedUntil) =>
    (await session.first(leaseNext, { tppId: session.tppId, now, leasedUntil })) as LeasedTarget | null,

  async accept({ paymentId, delivered }, attempt: NotificationAttempt, nextCheckAt) {
    await session.run(recordDelivery, {
      tppId: session.tppId,
      paymentId,
      delivered,
      ...attempt,
      nextCheckAt,
    });
  },

  async fail({ paymentId, delivered, nextAt: leasedUntil }, attempt, nextAt) {
    const key = { tppId: session.tppId, paymentId, delivered, leasedUntil };
    return (await session.run(recordFailure, { ...key, ...attempt, nextAt })) > 0;
  },

  async recordCheck({ paymentId, delivered }, now, nextCheckAt) {
    await session.run(recordCheck, { tppId: session.tppId, paymentId, delivered, now, nextCheckAt });
  },

  deleteOld: (before, limit) => deleteOldRows(session, [endedAt], before, limit),
});
