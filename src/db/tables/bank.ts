import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { ClockEventKind } from '../../operations/ports/clock.ts';
import { instant, recordedAt } from './columns.ts';
import { paymentForeignKey } from './payments.ts';

/** Approved payments that wait for their batch run or execution date. */
export const bankQueue = pgTable(
  'bank_queue',
  {
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    /** By the clock of the TPP. */
    dueAt: instant('due_at').notNull(),
    /** How many transfers the payment has. The sum in one batch is limited (`maxTransfers` in bank/db/queue.ts). */
    transferCount: integer('transfers').notNull(),
    /** Only standing orders have these two days. */
    nominalDate: date('nominal_date'),
    executionDate: date('execution_date'),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId] }),
    paymentForeignKey(table),
    index('bank_queue_due').on(table.tppId, table.dueAt, table.paymentId),
  ],
);

/** Only releases before 2.0.0 use this table. They may run during the upgrade to 2.0.0, so only a later release may drop the table. */
export const batchRuns = pgTable(
  'batch_runs',
  {
    tppId: text('tpp_id').notNull(),
    date: date('date').notNull(),
    /** Index among the batch runs of the day. */
    timeIndex: integer('slot').notNull(),
    at: instant('at').notNull(),
    paymentCount: integer('payments').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tppId, table.date, table.timeIndex] })],
);

/** The entries that are decided or wait for funds. Other entries have no row: their status is that of the payment. */
export const paymentEntries = pgTable(
  'payment_entries',
  {
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    position: integer('position').notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    at: instant('at').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId, table.position] }),
    paymentForeignKey(table),
  ],
);

export const periodicExecutions = pgTable(
  'periodic_executions',
  {
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    nominalDate: date('nominal_date').notNull(),
    date: date('date').notNull(),
    at: instant('at').notNull(),
    outcome: text('outcome').$type<'EXECUTED' | 'LEFT_OUT'>().notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId, table.nominalDate] }),
    paymentForeignKey(table),
  ],
);

export const clockEvents = pgTable(
  'clock_events',
  {
    tppId: text('tpp_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    at: instant('at').notNull(),
    kind: text('kind').$type<ClockEventKind>().notNull(),
    paymentId: text('payment_id'),
    authorisationId: text('authorisation_id'),
    status: text('status').$type<PaymentStatus>(),
    text: text('text').notNull(),
    recordedAt: recordedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.sequence] }),
    index('clock_events_age').on(table.recordedAt),
  ],
);
