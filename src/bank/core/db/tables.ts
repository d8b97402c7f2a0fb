import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, recordedAt } from '../../../db/tables/columns.ts';
import { paymentForeignKey } from '../../../db/tables/payments.ts';
import type { OrderKind, OrderRecord, OrderState } from '../orders/ports.ts';

export const bankOrders = pgTable(
  'bank_orders',
  {
    orderId: text('order_id').primaryKey(),
    /** A payment's orders are sent lowest number first. Each creation locks the payment's row, so a later order has a higher number. */
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    kind: text('kind').$type<OrderKind>().notNull(),
    cancelledOrderId: text('cancels'),
    executionDate: date('execution_date').notNull(),
    nominalDate: date('nominal_date'),
    debtorName: text('debtor_name').notNull(),
    coreSystemData: jsonb('evidence').$type<OrderRecord['coreSystemData']>(),
    state: text('state').$type<OrderState>().notNull(),
    tries: integer('tries').notNull(),
    createdAt: instant('created_at').notNull(),
    sendAt: instant('send_at').notNull(),
  },
  (table) => [
    paymentForeignKey(table),
    index('bank_orders_waiting')
      .on(table.tppId, table.nominalDate.nullsFirst(), table.sendAt, table.sequence)
      .where(sql`${table.state} = 'WAITING'`),
    index('bank_orders_stuck').on(table.sequence).where(sql`${table.state} = 'STUCK'`),
    index('bank_orders_sent').on(table.executionDate).where(sql`${table.state} = 'SENT'`),
    index('bank_orders_payment').on(table.tppId, table.paymentId, table.sequence),
  ],
);

export const orderReports = pgTable(
  'order_reports',
  {
    /** `reportKeyOf` in `orders/apply-report.ts` makes this key. */
    reportKey: text('message_id').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => bankOrders.orderId, { onDelete: 'cascade' }),
    recordedAt: recordedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.reportKey, table.orderId] }),
    index('order_reports_order').on(table.orderId),
    index('order_reports_age').on(table.recordedAt),
  ],
);

/** This table has one row. */
export const reportCursor = pgTable('report_cursor', {
  id: integer('id').primaryKey(),
  cursor: text('cursor'),
  leasedUntil: instant('leased_until').notNull(),
  stalledSince: instant('stalled_since'),
});

export const strayReports = pgTable(
  'stray_reports',
  {
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    why: text('why').notNull(),
    detail: text('detail').notNull(),
    document: text('document').notNull(),
    cursor: text('cursor'),
    /** The hash of `why` and `document`, so that each document is stored once for each reason. */
    digest: text('digest').unique('stray_reports_digest'),
    recordedAt: recordedAt(),
  },
  (table) => [index('stray_reports_age').on(table.recordedAt)],
);
