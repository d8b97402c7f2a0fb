/**
 * The bank behind the interface: what it has still to carry out, what it has carried out piece by piece, and what
 * happened while a sandbox clock was moved. Everything is found by TPP and time.
 */
import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import { instant, recordedAt } from './columns.ts';
import { ofPayment } from './payments.ts';

/** Approved payments that wait for a run of the batch or for an execution date; a row leaves when its payment ends. */
export const bankQueue = pgTable(
  'bank_queue',
  {
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    /** When the bank processes it next, by the clock of the TPP. */
    dueAt: instant('due_at').notNull(),
    /** How many transfers it holds; a piece of a run is bounded by them. */
    transfers: integer('transfers').notNull(),
    /** For a standing order: the nominal day of the execution that is due. */
    nominalDate: date('nominal_date'),
    /** For a standing order: the bank day of that execution. */
    executionDate: date('execution_date'),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId] }),
    ofPayment(table),
    index('bank_queue_due').on(table.tppId, table.dueAt, table.paymentId),
  ],
);

/** Runs of the batch that had something to do, once each however many replicas there are. */
export const batchRuns = pgTable(
  'batch_runs',
  {
    tppId: text('tpp_id').notNull(),
    date: date('date').notNull(),
    slot: integer('slot').notNull(),
    at: instant('at').notNull(),
    /** Payments that the run has processed so far. */
    payments: integer('payments').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tppId, table.date, table.slot] })],
);

/** Entries of bulk payments that have been decided or wait for cover; all others have the status of their payment. */
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
  (table) => [primaryKey({ columns: [table.tppId, table.paymentId, table.position] }), ofPayment(table)],
);

/** Executions of standing orders that are over: made, or left out. */
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
  (table) => [primaryKey({ columns: [table.tppId, table.paymentId, table.nominalDate] }), ofPayment(table)],
);

/** What happened while a sandbox clock was moved forward, in order; deleted after three days. */
export const clockEvents = pgTable(
  'clock_events',
  {
    tppId: text('tpp_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    at: instant('at').notNull(),
    kind: text('kind').$type<'BATCH_RUN' | 'PERIODIC_EXECUTION' | 'AUTHORISATION_EXPIRED'>().notNull(),
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
