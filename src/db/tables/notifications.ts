/** Where to send the notifications of each payment, and the notifications that are not sent yet. All times are real time. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Notification } from '../../domain/notifications/notification.ts';
import type { NotificationContent } from '../../domain/notifications/request.ts';
import { instant } from './columns.ts';
import { paymentForeignKey } from './payments.ts';

export const notificationTargets = pgTable(
  'notification_targets',
  {
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    uri: text('uri').notNull(),
    content: jsonb('content').$type<readonly NotificationContent[]>().notNull(),
    /** The outbox, oldest first. The transaction that changes the payment adds to it. */
    pending: jsonb('pending').$type<readonly Notification[]>().notNull(),
    /** The number of notifications that the TPP has received. */
    delivered: integer('delivered').notNull(),
    /** How often the oldest pending notification has failed, and when it first failed. */
    failures: integer('failures').notNull(),
    failingSince: instant('failing_since'),
    lastAttemptAt: instant('last_attempt_at'),
    /** HTTP status of the response to the last attempt; null: this attempt got no response, or there was no attempt. */
    lastStatus: integer('last_status'),
    /** Why the last attempt failed; null: it did not fail, or there was no attempt. */
    lastFailure: text('last_failure'),
    /**
     * When a process checks the row next; 'epoch' (1970) means at once. While a process sends from the row: the end of its lease.
     */
    nextAt: instant('next_at').notNull(),
    /** When the service stopped sending to this target; null: it has not. */
    endedAt: instant('ended_at'),
    /** FINAL: the payment has a final status, and all is sent. GIVEN_UP: deliveries have failed for a day. */
    endReason: text('end_reason').$type<'FINAL' | 'GIVEN_UP'>(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId] }),
    paymentForeignKey(table),
    index('notification_targets_next').on(table.tppId, table.nextAt).where(sql`${table.endedAt} is null`),
    index('notification_targets_age').on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);
