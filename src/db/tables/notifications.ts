/** Where TPPs are notified of their payments, with the notifications to be sent. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Notification } from '../../domain/notifications/notification.ts';
import type { NotificationContent } from '../../domain/notifications/request.ts';
import { instant } from './columns.ts';
import { ofPayment } from './payments.ts';

/** Times are real time. */
export const notificationTargets = pgTable(
  'notification_targets',
  {
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    uri: text('uri').notNull(),
    content: jsonb('content').$type<readonly NotificationContent[]>().notNull(),
    /** The outbox, oldest first: a change of the payment appends to it in its own transaction. */
    pending: jsonb('pending').$type<readonly Notification[]>().notNull(),
    delivered: integer('delivered').notNull(),
    /** Failures of the oldest pending notification, and when the first of them was. */
    failures: integer('failures').notNull(),
    failingSince: instant('failing_since'),
    lastAttemptAt: instant('last_attempt_at'),
    /** HTTP status of the last attempt; null: there was no response. */
    lastStatus: integer('last_status'),
    /** Why the last attempt failed; null: it did not. */
    lastFailure: text('last_failure'),
    /** When a process looks at the row next; the end of a lease while one sends. */
    nextAt: instant('next_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason').$type<'FINAL' | 'GIVEN_UP'>(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId] }),
    ofPayment(table),
    index('notification_targets_next').on(table.tppId, table.nextAt).where(sql`${table.endedAt} is null`),
    index('notification_targets_age').on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);
