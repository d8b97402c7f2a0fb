import { getTableName, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Fee } from '../../domain/payments/fee.ts';
import type { AccountReference, Instruction } from '../../domain/payments/instruction.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { type PaymentStatus, paymentStatuses } from '../../domain/payments/status.ts';
import { wholeDigitsOfSumAtMost } from '../../domain/values/money.ts';
import { bytes, type ColumnsWithTpp, cascadingForeignKey, instant, psuColumns } from './columns.ts';

/** In a sandbox the clock of a TPP is ahead of real time by `clockOffsetMs`. */
export const tpps = pgTable('tpps', {
  tppId: text('tpp_id').primaryKey(),
  name: text('name').notNull(),
  clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
  /** The offset that the clock has at the end of its move; null: the clock does not move. */
  clockTargetMs: bigint('clock_target_ms', { mode: 'number' }),
  /** How many executions the clock's move may still make; null: no move, or a move that an earlier release began. */
  clockExecutionsLeft: integer('clock_executions_left'),
  createdAt: instant('created_at').notNull().default(sql`now()`),
});

const statusList = sql.raw(paymentStatuses.map((status) => `'${status}'`).join(', '));

/** Payments in several currencies have no total, and sort as zero. */
const totalOrZero = (amount: AnyPgColumn) => sql`coalesce(${amount}, 0)`;

export const payments = pgTable(
  'payments',
  {
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    product: text('product').notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    ...psuColumns(),
    redirectUri: text('redirect_uri'),
    brand: text('brand'),
    authMethodPreferred: text('auth_method_preferred'),
    /** The sum, if all transfers are in one currency. */
    amount: numeric('amount', { precision: wholeDigitsOfSumAtMost + 5, scale: 5 }),
    currency: text('currency'),
    debtorAccount: jsonb('debtor_account').$type<AccountReference>().notNull(),
    /** The key of the debtor account. All numbers of one account have the same key. */
    debtorKey: text('debtor_key').notNull(),
    payer: jsonb('payer').$type<Payer>(),
    debtorName: text('debtor_name'),
    creditorName: text('creditor_name'),
    requestedDate: date('requested_date'),
    fundsAvailable: boolean('funds_available'),
    fee: jsonb('fee').$type<Fee>(),
    /** Exactly what the PSU signs; never updated. */
    instruction: jsonb('instruction').$type<Instruction>().notNull(),
    /** Equal only for logical duplicates. */
    fingerprint: text('fingerprint').notNull(),
    /** true: the latest of the payments with this fingerprint. A unique index allows only one. */
    latestAlike: boolean('latest_alike').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId] }),
    // The sort orders of lists, for all payments and for those of one status or product.
    index('payments_of_tpp').on(table.tppId, table.createdAt, table.paymentId),
    index('payments_by_status').on(table.tppId, table.status, table.createdAt, table.paymentId),
    index('payments_by_product').on(table.tppId, table.product, table.createdAt, table.paymentId),
    index('payments_by_amount').on(table.tppId, totalOrZero(table.amount), table.paymentId),
    uniqueIndex('payments_latest_alike').on(table.tppId, table.fingerprint).where(sql`${table.latestAlike}`),
    index('payments_earlier_alike').on(table.tppId, table.fingerprint).where(sql`not ${table.latestAlike}`),
    check('payments_status', sql`${table.status} in (${statusList})`),
  ],
);

export const totalOfPayment = totalOrZero(payments.amount);

export const paymentForeignKey = (table: ColumnsWithTpp<'paymentId'>) =>
  cascadingForeignKey(
    `${getTableName(table.tppId.table)}_payment_fk`,
    [table.tppId, table.paymentId],
    [payments.tppId, payments.paymentId],
  );

export const paymentStatusChanges = pgTable(
  'payment_status_changes',
  {
    tppId: text('tpp_id').notNull(),
    paymentId: text('payment_id').notNull(),
    /** Later changes of a payment have higher numbers, because each change locks the row of the payment. */
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    /** null: the creation of the payment. Only earlier releases recorded creations. */
    fromStatus: text('from_status').$type<PaymentStatus>(),
    toStatus: text('to_status').$type<PaymentStatus>().notNull(),
    at: instant('at').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.paymentId, table.sequence] }),
    paymentForeignKey(table),
  ],
);

/** Payments from the seed of a sandbox. The operation `initialiseSandbox` replaces them. */
export const seededPayments = pgTable(
  'seeded_payments',
  { tppId: text('tpp_id').notNull(), paymentId: text('payment_id').notNull() },
  (table) => [primaryKey({ columns: [table.tppId, table.paymentId] }), paymentForeignKey(table)],
);

/** The primary key decides which of two equal requests is first. */
export const requestAnswers = pgTable(
  'request_answers',
  {
    tppId: text('tpp_id').notNull(),
    requestId: text('request_id').notNull(),
    /** Hash of method, target, body and PSU headers. */
    fingerprint: text('fingerprint').notNull(),
    /** The outcomes of the mutations in a GraphQL document, by their response keys. */
    outcomes: jsonb('outcomes').$type<Record<string, unknown>>().notNull().default({}),
    /** `status`, `headers` and `body` are the stored response. They are null if only `outcomes` are stored. */
    status: integer('status'),
    headers: jsonb('headers').$type<Readonly<Record<string, string>>>(),
    body: bytes('body'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.requestId] }),
    index('request_answers_age').on(table.createdAt),
  ],
);
