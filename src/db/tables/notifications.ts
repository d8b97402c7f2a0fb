/** All times are real time. */
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
    /** The outbox, oldest first. */
    pending: jsonb('pending').$type<readonly Notification[]>().notNull(),
    delivered: integer('delivered').notNull(),
    /** How many attempts to send the oldest pending notification have failed. */
    failures: integer('failures').notNull(),
    failingSince: instant('failing_since'),
    lastAttemptAt: instant('last_attempt_at'),
    /** null: there was no response or no attempt. */
    lastStatus: integer('last_status'),
    lastFailure: text('last_failure'),
    /**
     * The time of the next attempt to send or, without pending notifications, of the next check whether the payment is final.
     * 'epoch': at once. While a process leases the target: the end of the lease.
     */
    nextAt: instant('next_at').notNull(),
    endedAt: instant('ended_at'),
    /** FINAL: all is sent, and the status of the payment is final. GIVEN_UP: deliveries have failed for a day. */
    endReason: text('end_reason').$type<'FINAL' | 'GIVEN_UP'>(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId] }),
    paymentForeignKey(table),
    index('notification_targets_next').on(table.tppId, table.nextAt).where(sql`${table.endedAt} is null`),
    index('notification_targets_age').on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);
