import { getTableName, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { EntryDetails, PostingKind } from '../../domain/bank/posting.ts';
import type { EngagementRole } from '../../domain/sandbox/agreement.ts';
import type { ShownBalance } from '../../domain/sandbox/amounts.ts';
import type { CardTransaction } from '../../domain/sandbox/card-transaction.ts';
import type { CustomerType } from '../../domain/sandbox/customer.ts';
import type { KidAgreement } from '../../domain/values/kid.ts';
import { cascadingForeignKey, instant, minorUnits } from './columns.ts';

export const customers = pgTable(
  'sandbox_customers',
  {
    tppId: text('tpp_id').notNull(),
    customerId: text('customer_id').notNull(),
    customerNumber: text('customer_number').notNull(),
    customerType: text('customer_type').$type<CustomerType>().notNull(),
    customerName: text('customer_name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.customerId] }),
    unique('sandbox_customers_number').on(table.tppId, table.customerNumber),
  ],
);

const customerForeignKey = (tppId: AnyPgColumn, customerId: AnyPgColumn) =>
  cascadingForeignKey(
    `${getTableName(tppId.table)}_customer_fk`,
    [tppId, customerId],
    [customers.tppId, customers.customerId],
  );

export const agreements = pgTable(
  'sandbox_agreements',
  {
    tppId: text('tpp_id').notNull(),
    agreementId: text('agreement_id').notNull(),
    ownerId: text('owner_id').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.agreementId] }),
    customerForeignKey(table.tppId, table.ownerId),
    index('sandbox_agreements_owner').on(table.tppId, table.ownerId),
  ],
);

/** The same form of an IBAN as `normaliseIban` returns. */
const electronicIban = (iban: AnyPgColumn) => sql`upper(replace(${iban}, ' ', ''))`;

export const accounts = pgTable(
  'sandbox_accounts',
  {
    tppId: text('tpp_id').notNull(),
    resourceId: text('resource_id').notNull(),
    /** null: the account belongs to no customer. Creditors with a KID agreement may have such accounts. */
    customerId: text('customer_id'),
    accountName: text('account_name').notNull(),
    bban: text('bban'),
    iban: text('iban'),
    /** The first of the account's keys (`accountKeys`). */
    accountKey: text('account_key').notNull(),
    currency: text('currency').notNull(),
    product: text('product'),
    cashAccountType: text('cash_account_type'),
    creditLineMinor: minorUnits('credit_line_minor').notNull().default(sql`0`),
    /** Equals the sum of the account's entries in the ledger. */
    balanceMinor: minorUnits('balance_minor').notNull().default(sql`0`),
    balanceType: text('balance_type').notNull().default('EXPECTED'),
    kidAgreement: jsonb('kid_agreement').$type<KidAgreement>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.resourceId] }),
    customerForeignKey(table.tppId, table.customerId),
    unique('sandbox_accounts_key').on(table.tppId, table.accountKey),
    index('sandbox_accounts_iban').on(table.tppId, electronicIban(table.iban)),
    index('sandbox_accounts_customer').on(table.tppId, table.customerId),
  ],
);

export const electronicIbanOfAccount = electronicIban(accounts.iban);

export const engagements = pgTable(
  'sandbox_engagements',
  {
    tppId: text('tpp_id').notNull(),
    engagementId: text('engagement_id').notNull(),
    agreementId: text('agreement_id').notNull(),
    customerId: text('customer_id').notNull(),
    accountId: text('account_id').notNull(),
    roles: jsonb('roles').$type<readonly EngagementRole[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.engagementId] }),
    cascadingForeignKey(
      'sandbox_engagements_agreement_fk',
      [table.tppId, table.agreementId],
      [agreements.tppId, agreements.agreementId],
    ),
    customerForeignKey(table.tppId, table.customerId),
    cascadingForeignKey(
      'sandbox_engagements_account_fk',
      [table.tppId, table.accountId],
      [accounts.tppId, accounts.resourceId],
    ),
    index('sandbox_engagements_agreement').on(table.tppId, table.agreementId),
    index('sandbox_engagements_account').on(table.tppId, table.accountId),
    index('sandbox_engagements_customer').on(table.tppId, table.customerId),
  ],
);

export const cardAccounts = pgTable(
  'sandbox_card_accounts',
  {
    tppId: text('tpp_id').notNull(),
    resourceId: text('resource_id').notNull(),
    customerId: text('customer_id').notNull(),
    maskedPan: text('masked_pan').notNull(),
    currency: text('currency').notNull(),
    creditLimitMinor: minorUnits('credit_limit_minor'),
    balances: jsonb('balances').$type<readonly ShownBalance[]>().notNull().default([]),
    name: text('name'),
    product: text('product'),
    status: text('status'),
    expiry: date('expiry'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.resourceId] }),
    customerForeignKey(table.tppId, table.customerId),
    index('sandbox_card_accounts_customer').on(table.tppId, table.customerId),
    index('sandbox_card_accounts_pan').on(table.tppId, table.maskedPan),
  ],
);

export const cardTransactions = pgTable(
  'sandbox_card_transactions',
  {
    tppId: text('tpp_id').notNull(),
    cardAccountId: text('card_account_id').notNull(),
    cardTransactionId: text('card_transaction_id').notNull(),
    bookingDate: date('booking_date').notNull(),
    /** The order within a day. Lists begin with the greatest. */
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    item: jsonb('item').$type<CardTransaction>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'sandbox_card_transactions_pk',
      columns: [table.tppId, table.cardAccountId, table.cardTransactionId],
    }),
    cascadingForeignKey(
      'sandbox_card_transactions_account_fk',
      [table.tppId, table.cardAccountId],
      [cardAccounts.tppId, cardAccounts.resourceId],
    ),
    index('sandbox_card_transactions_newest').on(
      table.tppId,
      table.cardAccountId,
      table.bookingDate,
      table.sequence,
    ),
  ],
);

/**
 * How many certificates TPPs have created since `since`. A row has the count of one founder and its family together (generated-tpps.ts).
 * The row with an empty name has the count of all TPPs.
 */
export const certificateCounts = pgTable('sandbox_certificate_counts', {
  counterName: text('counted').primaryKey(),
  since: instant('since').notNull(),
  count: integer('made').notNull(),
});

export const sandboxFaults = pgTable(
  'sandbox_faults',
  {
    tppId: text('tpp_id').primaryKey(),
    fault: text('fault').notNull(),
    timesLeft: integer('times_left').notNull(),
    path: text('path').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [index('sandbox_faults_until').on(table.until)],
);

/** Each row moves an amount from one account to another. If an account id is null, the account is the bank itself. */
export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    tppId: text('tpp_id').notNull(),
    postingId: text('posting_id').notNull(),
    /** Position of the debit entry: 0, 2, 4, … The credit entry has the next position. */
    position: integer('position').notNull(),
    kind: text('kind').$type<PostingKind>().notNull(),
    paymentId: text('payment_id'),
    /** Which transfer of the payment. Bulk: index of the entry. Standing order: nominal day of the execution (`toDayNumber`). Else 0. */
    transfer: integer('transfer').notNull(),
    at: instant('at').notNull(),
    bookingDate: date('booking_date').notNull(),
    currency: text('currency').notNull(),
    amountMinor: minorUnits('amount_minor').notNull(),
    fromAccountId: text('from_account_id'),
    toAccountId: text('to_account_id'),
    details: jsonb('details').$type<EntryDetails>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.postingId, table.position] }),
    unique('ledger_movements_once').on(table.tppId, table.paymentId, table.transfer, table.position),
    index('ledger_movements_from').on(
      table.tppId,
      table.fromAccountId,
      table.bookingDate,
      table.postingId,
      table.position,
    ),
    // The last expression is the position of a credit entry in `ledger_entries`, so that lists of entries can use the index.
    index('ledger_movements_to').on(
      table.tppId,
      table.toAccountId,
      table.bookingDate,
      table.postingId,
      sql`(${table.position} + 1)`,
    ),
    check('ledger_movements_amount', sql`${table.amountMinor} > 0`),
    check('ledger_movements_payment', sql`(${table.kind} = 'PAYMENT') = (${table.paymentId} is not null)`),
  ],
);

/** Both sides of all movements. Outgoing money is negative. */
export const ledgerEntries = pgView('ledger_entries', {
  postingId: text('posting_id').notNull(),
  position: integer('position').notNull(),
  tppId: text('tpp_id').notNull(),
  paymentId: text('payment_id'),
  bookingDate: date('booking_date').notNull(),
  currency: text('currency').notNull(),
  accountId: text('account_id'),
  amountMinor: minorUnits('amount_minor').notNull(),
  details: jsonb('details').$type<EntryDetails>().notNull(),
}).as(sql`
  select posting_id, position, tpp_id, payment_id, booking_date, currency, from_account_id as account_id,
    -amount_minor as amount_minor, details from ledger_movements
  union all
  select posting_id, position + 1, tpp_id, payment_id, booking_date, currency, to_account_id, amount_minor, details
  from ledger_movements`);
