/**
 * What a sandbox bank knows of its customers: customers, agreements with engagements, accounts, card accounts with
 * their transactions. Everything belongs to the TPP that made it.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant, minorUnits } from './columns.ts';

export const customers = pgTable(
  'sandbox_customers',
  {
    customerId: text('customer_id').primaryKey(),
    tppId: text('tpp_id').notNull(),
    customerNumber: text('customer_number').notNull(),
    customerType: text('customer_type').$type<'PRIVATE' | 'CORPORATE'>().notNull(),
    customerName: text('customer_name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('sandbox_customers_number').on(table.tppId, table.customerNumber)],
);

export const agreements = pgTable(
  'sandbox_agreements',
  {
    agreementId: text('agreement_id').primaryKey(),
    tppId: text('tpp_id').notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => customers.customerId, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sandbox_agreements_owner').on(table.ownerId),
    index('sandbox_agreements_tpp').on(table.tppId),
  ],
);

export const accounts = pgTable(
  'sandbox_accounts',
  {
    resourceId: text('resource_id').primaryKey(),
    tppId: text('tpp_id').notNull(),
    /** null: an account that the bank holds for no customer, such as a creditor with a KID agreement. */
    customerId: text('customer_id').references(() => customers.customerId, { onDelete: 'cascade' }),
    accountName: text('account_name').notNull(),
    bban: text('bban'),
    iban: text('iban'),
    /** `bban:…` or `iban:…`, the one text by which payments find the account (domain accountKey). */
    accountKey: text('account_key').notNull(),
    currency: text('currency').notNull(),
    product: text('product'),
    cashAccountType: text('cash_account_type'),
    creditLineMinor: minorUnits('credit_line_minor').notNull().default(sql`0`),
    /** Money on the account; the ledger's entries add up to it. */
    balanceMinor: minorUnits('balance_minor').notNull().default(sql`0`),
    balanceType: text('balance_type').notNull().default('EXPECTED'),
    kidAgreement: jsonb('kid_agreement').$type<{
      required: boolean;
      lengths: number[];
      modulus: 'MOD10' | 'MOD11';
    }>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('sandbox_accounts_key').on(table.tppId, table.accountKey),
    index('sandbox_accounts_customer').on(table.customerId),
  ],
);

export const engagements = pgTable(
  'sandbox_engagements',
  {
    engagementId: text('engagement_id').primaryKey(),
    agreementId: text('agreement_id')
      .notNull()
      .references(() => agreements.agreementId, { onDelete: 'cascade' }),
    /** The PSU who may act. */
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.customerId, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.resourceId, { onDelete: 'cascade' }),
    roles: jsonb('roles').$type<('VIEW' | 'REGISTER')[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sandbox_engagements_agreement').on(table.agreementId),
    index('sandbox_engagements_account').on(table.accountId),
    index('sandbox_engagements_customer').on(table.customerId),
  ],
);

export const cardAccounts = pgTable(
  'sandbox_card_accounts',
  {
    resourceId: text('resource_id').primaryKey(),
    tppId: text('tpp_id').notNull(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.customerId, { onDelete: 'cascade' }),
    maskedPan: text('masked_pan').notNull(),
    currency: text('currency').notNull(),
    creditLimitMinor: minorUnits('credit_limit_minor'),
    balances: jsonb('balances').$type<unknown[]>().notNull().default([]),
    name: text('name'),
    product: text('product'),
    status: text('status'),
    expiry: date('expiry', { mode: 'string' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sandbox_card_accounts_customer').on(table.customerId),
    index('sandbox_card_accounts_tpp').on(table.tppId),
  ],
);

export const cardTransactions = pgTable(
  'sandbox_card_transactions',
  {
    cardAccountId: text('card_account_id')
      .notNull()
      .references(() => cardAccounts.resourceId, { onDelete: 'cascade' }),
    cardTransactionId: text('card_transaction_id').notNull(),
    bookingDate: date('booking_date', { mode: 'string' }).notNull(),
    /** The order within a day: a later request, and the earlier item of a request, has the greater number. */
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    /** The item as sent. */
    item: jsonb('item').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.cardAccountId, table.cardTransactionId] }),
    // Read backwards: "newest first" is the plain order from its end, whatever the order of nulls.
    index('sandbox_card_transactions_newest').on(table.cardAccountId, table.bookingDate, table.sequence),
  ],
);

/**
 * The double-entry ledger: every posting moves money from one account to another, and the entries of a posting add up
 * to zero in each currency. `account_id` null is the bank itself, which holds the other side of the outside world.
 */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    postingId: text('posting_id').primaryKey(),
    tppId: text('tpp_id').notNull(),
    kind: text('kind').$type<'OPENING' | 'ADJUSTMENT' | 'PAYMENT'>().notNull(),
    paymentId: text('payment_id'),
    /** Which transfer of the payment: entry of a bulk, execution of a periodic payment; 0 for a single one. */
    transfer: integer('transfer').notNull().default(0),
    at: instant('at').notNull(),
    bookingDate: date('booking_date', { mode: 'string' }).notNull(),
  },
  (table) => [unique('ledger_postings_once').on(table.paymentId, table.transfer)],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    postingId: text('posting_id')
      .notNull()
      .references(() => ledgerPostings.postingId, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    tppId: text('tpp_id').notNull(),
    accountId: text('account_id').references(() => accounts.resourceId, { onDelete: 'set null' }),
    currency: text('currency').notNull(),
    /** Positive: money in. */
    amountMinor: minorUnits('amount_minor').notNull(),
    bookingDate: date('booking_date', { mode: 'string' }).notNull(),
    /** Names, accounts and remittance as the account's owner sees them. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.postingId, table.position] }),
    index('ledger_entries_account').on(table.accountId, table.bookingDate, table.postingId, table.position),
    check('ledger_entries_not_zero', sql`${table.amountMinor} <> 0`),
  ],
);
