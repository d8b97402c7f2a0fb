/**
 * Stores of the sandbox. Records are plain JSON with amounts as decimal texts, because outcomes are stored as JSON for replays. A
 * lock lasts until the transaction ends.
 */
import type { PaymentMove } from '../../domain/payments/status.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import type { Account } from '../../domain/sandbox/account.ts';
import type { AccountEntry } from '../../domain/sandbox/account-entry.ts';
import type { Agreement, Engagement, EngagementRole } from '../../domain/sandbox/agreement.ts';
import type { ShownBalance } from '../../domain/sandbox/amounts.ts';
import type { CardAccount } from '../../domain/sandbox/card-account.ts';
import type { CardTransaction } from '../../domain/sandbox/card-transaction.ts';
import type { Customer, CustomerRecord } from '../../domain/sandbox/customer.ts';
import type { DayRange } from '../../domain/sandbox/transaction-lists.ts';
import type { PaymentRecord } from '../payments/ports.ts';
import type { Page } from '../ports/page.ts';

/** `warnings` are from reading the body. */
export interface SentBody<Body> {
  readonly body: Body;
  readonly warnings: readonly TppMessage[];
}

export interface NewCustomer extends Customer {
  readonly tppId: string;
  readonly createdAt: number;
}

/** Keyset cursor of a list in the order of creation. */
export interface CreationKey {
  readonly createdAt: number;
  readonly id: string;
}

export interface ListedCustomer extends CustomerRecord {
  readonly createdAt: number;
}

export interface CustomerStore {
  /** false: a customer with one of the numbers exists already. */
  insert(customers: readonly NewCustomer[]): Promise<boolean>;
  /** Oldest first. */
  list(tppId: string, page: Page<CreationKey>): Promise<readonly ListedCustomer[]>;
  /** Counts at most `atMost` items. */
  count(tppId: string, atMost: number): Promise<number>;
  find(tppId: string, customerId: string): Promise<CustomerRecord | null>;
  findMany(tppId: string, customerIds: readonly string[]): Promise<readonly CustomerRecord[]>;
  /** Other transactions may still change the customer, but not delete it. `numberOrId`: the customer number or the customerId. */
  lockAgainstDeletion(
    tppId: string,
    key: { readonly customerNumber: string } | { readonly numberOrId: string },
  ): Promise<Customer | null>;
  /** Locks the customer for its removal, so that nobody can open an account for it. false: the customer does not exist. */
  lock(tppId: string, customerId: string): Promise<boolean>;
  remove(customerId: string): Promise<void>;
}

export interface NewAgreement {
  readonly agreementId: string;
  readonly tppId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface AgreementRecord extends Agreement {
  readonly ownerId: string;
  readonly createdAt: number;
}

export interface NewEngagement {
  readonly engagementId: string;
  readonly agreementId: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly roles: readonly EngagementRole[];
  readonly createdAt: number;
}

export interface AgreementStore {
  insert(agreements: readonly NewAgreement[]): Promise<void>;
  list(tppId: string, page: Page<CreationKey>): Promise<readonly AgreementRecord[]>;
  /** Counts at most `atMost` items. */
  count(tppId: string, atMost: number): Promise<number>;
  /** Takes no lock, because the caller then locks an account of the owner, and whoever deletes the owner waits for that lock. */
  ownerOf(tppId: string, agreementId: string): Promise<string | null>;
  oldestAgreementIdOf(ownerId: string): Promise<string | null>;
  insertEngagements(engagements: readonly NewEngagement[]): Promise<void>;
  findEngagement(tppId: string, agreementId: string, engagementId: string): Promise<Engagement | null>;
  /** false: the engagement does not exist. */
  removeEngagement(tppId: string, agreementId: string, engagementId: string): Promise<boolean>;
}

export interface AccountRecord extends Account {
  readonly tppId: string;
  /** null: the account belongs to no customer. */
  readonly customerId: string | null;
  /** The text by which payments find the account (domain/payments/instruction.ts). */
  readonly accountKey: string;
  readonly createdAt: number;
}

export type EntryKey = Pick<AccountEntry, 'bookingDate' | 'postingId' | 'position'>;

export interface AccountStore {
  /** Inserts accounts without money, which a posting brings later. false: one of the numbers exists already. */
  insert(accounts: readonly AccountRecord[]): Promise<boolean>;
  list(tppId: string, page: Page<CreationKey>): Promise<readonly AccountRecord[]>;
  /** Counts at most `atMost` items. */
  count(tppId: string, atMost: number): Promise<number>;
  findMany(tppId: string, resourceIds: readonly string[]): Promise<readonly AccountRecord[]>;
  find(tppId: string, resourceId: string): Promise<AccountRecord | null>;
  /** The accounts that have one of the keys. */
  findByKeys(tppId: string, accountKeys: readonly string[]): Promise<readonly AccountRecord[]>;
  setBalanceType(resourceId: string, balanceType: string): Promise<void>;
  remove(resourceIds: readonly string[]): Promise<void>;
  /** Only entries of payments, not openings and adjustments. Newest first. */
  entries(resourceId: string, range: DayRange, page: Page<EntryKey>): Promise<readonly AccountEntry[]>;
  entry(postingId: string, position: number): Promise<AccountEntry | null>;
  /** null: there are more than `atMost` entries in all. */
  entriesOfMany(
    resourceIds: readonly string[],
    range: DayRange,
    page: Page<EntryKey>,
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly AccountEntry[]> | null>;
  /** Counts at most `atMost` items. */
  countEntries(
    resourceIds: readonly string[],
    range: DayRange,
    atMost: number,
  ): Promise<ReadonlyMap<string, number>>;
}

export interface CardAccountRecord extends CardAccount {
  readonly tppId: string;
  readonly customerId: string;
  readonly createdAt: number;
}

export interface StoredCardTransaction {
  readonly item: CardTransaction;
  /** The order of transactions within a day. */
  readonly sequence: number;
}

export interface CardTransactionKey {
  readonly bookingDate: string;
  readonly sequence: number;
}

export interface CardStore {
  insert(cardAccounts: readonly CardAccountRecord[]): Promise<void>;
  list(tppId: string, page: Page<CreationKey>): Promise<readonly CardAccountRecord[]>;
  /** Counts at most `atMost` items. */
  count(tppId: string, atMost: number): Promise<number>;
  findMany(tppId: string, resourceIds: readonly string[]): Promise<readonly CardAccountRecord[]>;
  find(tppId: string, resourceId: string): Promise<CardAccountRecord | null>;
  /** Other transactions may still change the card account, but not delete it. */
  lockAgainstDeletion(tppId: string, resourceId: string): Promise<CardAccountRecord | null>;
  /** Skips missing ids. */
  lock(tppId: string, resourceIds: readonly string[]): Promise<readonly CardAccountRecord[]>;
  setBalances(resourceId: string, balances: readonly ShownBalance[]): Promise<void>;
  /** false: the card account does not exist. */
  remove(tppId: string, resourceId: string): Promise<boolean>;
  /** Returns the ids that existed before; if there are any, the caller rolls back. */
  insertTransactions(
    resourceId: string,
    items: readonly CardTransaction[],
    at: number,
  ): Promise<readonly string[]>;
  /** The newest booking first. Within a day the newest request comes first, and the items of a request keep their order. */
  transactions(
    resourceId: string,
    range: DayRange,
    page: Page<CardTransactionKey>,
  ): Promise<readonly StoredCardTransaction[]>;
  transaction(
    tppId: string,
    resourceId: string,
    cardTransactionId: string,
  ): Promise<StoredCardTransaction | null>;
  /** null: there are more than `atMost` transactions in all. */
  transactionsOfMany(
    resourceIds: readonly string[],
    range: DayRange,
    page: Page<CardTransactionKey>,
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly StoredCardTransaction[]> | null>;
  /** Counts at most `atMost` items. */
  countTransactions(
    resourceIds: readonly string[],
    range: DayRange,
    atMost: number,
  ): Promise<ReadonlyMap<string, number>>;
}

/** The fault that the sandbox simulates for the next requests of a TPP. It is plain data, so that the outcome can be replayed. */
export interface PendingFault {
  readonly fault: string;
  readonly timesLeft: number;
  /** Prefix of the paths; empty: every path. */
  readonly path: string;
  /** Real time, epoch milliseconds. */
  readonly until: number;
}

/** Simulated faults. A TPP has at most one. */
export interface SandboxFaultStore {
  /** Replaces the fault; null deletes it. */
  set(tppId: string, fault: PendingFault | null): Promise<void>;
  find(tppId: string, now: number): Promise<PendingFault | null>;
  /** Uses the fault once if it applies to the path; null: no fault applies. */
  take(tppId: string, path: string, now: number): Promise<PendingFault | null>;
  /** The TPPs with a fault, each with the prefix of the paths. */
  pending(now: number, limit: number): Promise<readonly { readonly tppId: string; readonly path: string }[]>;
  deleteOld(before: number, limit: number): Promise<number>;
}

/** Payments of a seed. They are like all other payments, but `initialiseSandbox` replaces them. */
export interface SeededPaymentStore {
  /**
   * Inserts all payments in a few statements. Of payments with the same fingerprint, the newest gets the mark that
   * `PaymentStore.insert` describes.
   */
  insert(payments: readonly PaymentRecord[], moves: readonly PaymentMove[]): Promise<void>;
  /** Also deletes the rows that belong to the payments, and their signing baskets. The ledger keeps their bookings. */
  remove(tppId: string): Promise<void>;
}

export interface SandboxStore {
  readonly customers: CustomerStore;
  readonly faults: SandboxFaultStore;
  readonly agreements: AgreementStore;
  readonly accounts: AccountStore;
  readonly cards: CardStore;
  readonly seededPayments: SeededPaymentStore;
  /**
   * Locks the sandbox, so that only one request at a time rebuilds it. Also locks its customers, so that nobody can open accounts
   * for them, and returns their ids.
   */
  lock(tppId: string): Promise<readonly string[]>;
  /** Deletes the customers with their data, and the accounts that belong to no customer. */
  wipe(tppId: string, customerIds: readonly string[]): Promise<void>;
  /** Counts a new certificate. Returns the count since the time `since`. After `periodMs` a new count begins. */
  countCertificate(
    counterName: string,
    now: number,
    periodMs: number,
  ): Promise<{ readonly since: number; readonly count: number }>;
}
