/** Records are plain JSON, so that outcomes can be stored. Amounts are decimal texts. A lock lasts until the transaction ends. */
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

export interface SentBody<Body> {
  readonly body: Body;
  readonly warnings: readonly TppMessage[];
}

export interface NewCustomer extends Customer {
  readonly tppId: string;
  readonly createdAt: number;
}

/** Keyset cursor of lists that are in the order of creation. */
export interface CreationKey {
  readonly createdAt: number;
  readonly id: string;
}

interface ListedCustomer extends CustomerRecord {
  readonly createdAt: number;
}

export interface CustomerStore {
  /** false: a customer with one of the numbers exists already. */
  insert(customers: readonly NewCustomer[]): Promise<boolean>;
  /** Oldest first. */
  list(tppId: string, page: Page<CreationKey>): Promise<readonly ListedCustomer[]>;
  count(tppId: string, atMost: number): Promise<number>;
  find(tppId: string, customerId: string): Promise<CustomerRecord | null>;
  findMany(tppId: string, customerIds: readonly string[]): Promise<readonly CustomerRecord[]>;
  /** `numberOrId`: the customer number or the customerId. */
  lockAgainstDeletion(
    tppId: string,
    key: { readonly customerNumber: string } | { readonly numberOrId: string },
  ): Promise<Customer | null>;
  /** false: the customer does not exist. */
  lock(tppId: string, customerId: string): Promise<boolean>;
  remove(customerId: string): Promise<void>;
}

interface NewAgreement {
  readonly agreementId: string;
  readonly tppId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly createdAt: number;
}

interface ListedAgreement extends Agreement {
  readonly createdAt: number;
}

interface NewEngagement {
  readonly engagementId: string;
  readonly agreementId: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly roles: readonly EngagementRole[];
  readonly createdAt: number;
}

export interface AgreementStore {
  insert(agreements: readonly NewAgreement[]): Promise<void>;
  list(tppId: string, page: Page<CreationKey>): Promise<readonly ListedAgreement[]>;
  count(tppId: string, atMost: number): Promise<number>;
  countOf(ownerId: string, atMost: number): Promise<number>;
  countEngagements(tppId: string, atMost: number): Promise<number>;
  /** Takes no lock, because its caller next locks an account of the owner, and a deletion of the owner waits for that lock. */
  ownerOf(tppId: string, agreementId: string): Promise<string | null>;
  oldestAgreementIdOf(ownerId: string): Promise<string | null>;
  insertEngagements(engagements: readonly NewEngagement[]): Promise<void>;
  findEngagement(tppId: string, agreementId: string, engagementId: string): Promise<Engagement | null>;
  removeEngagement(tppId: string, agreementId: string, engagementId: string): Promise<boolean>;
}

export interface AccountRecord extends Account {
  readonly tppId: string;
  readonly customerId: string | null;
  readonly accountKey: string;
  readonly createdAt: number;
}

export type EntryKey = Pick<AccountEntry, 'bookingDate' | 'postingId' | 'position'>;

export interface AccountStore {
  /** Stores no balance, because a posting brings the money later. false: one of the numbers exists already. */
  insert(accounts: readonly AccountRecord[]): Promise<boolean>;
  list(tppId: string, page: Page<CreationKey>): Promise<readonly AccountRecord[]>;
  count(tppId: string, atMost: number): Promise<number>;
  findMany(tppId: string, resourceIds: readonly string[]): Promise<readonly AccountRecord[]>;
  find(tppId: string, resourceId: string): Promise<AccountRecord | null>;
  findByKeys(tppId: string, accountKeys: readonly string[]): Promise<readonly AccountRecord[]>;
  setBalanceType(resourceId: string, balanceType: string): Promise<void>;
  remove(resourceIds: readonly string[]): Promise<void>;
  entry(postingId: string, position: number): Promise<AccountEntry | null>;
  /**
   * Reads one `page` of each account, without openings and adjustments, newest first.
   * null: these pages together have more than `atMost` entries.
   */
  entries(
    resourceIds: readonly string[],
    range: DayRange,
    page: Page<EntryKey>,
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly AccountEntry[]> | null>;
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
  count(tppId: string, atMost: number): Promise<number>;
  countWithPan(tppId: string, maskedPan: string, atMost: number): Promise<number>;
  findMany(tppId: string, resourceIds: readonly string[]): Promise<readonly CardAccountRecord[]>;
  find(tppId: string, resourceId: string): Promise<CardAccountRecord | null>;
  lockAgainstDeletion(tppId: string, resourceId: string): Promise<CardAccountRecord | null>;
  lock(tppId: string, resourceIds: readonly string[]): Promise<readonly CardAccountRecord[]>;
  setBalances(resourceId: string, balances: readonly ShownBalance[]): Promise<void>;
  remove(tppId: string, resourceId: string): Promise<boolean>;
  /** Returns the ids that existed before; if there are any, the caller rolls back. */
  insertTransactions(
    resourceId: string,
    items: readonly CardTransaction[],
    at: number,
  ): Promise<readonly string[]>;
  transaction(
    tppId: string,
    resourceId: string,
    cardTransactionId: string,
  ): Promise<StoredCardTransaction | null>;
  /**
   * Reads one `page` of each card account, newest booking first. Within a day the newest request comes first, and its items keep their
   * order. null: these pages together have more than `atMost` transactions.
   */
  transactions(
    resourceIds: readonly string[],
    range: DayRange,
    page: Page<CardTransactionKey>,
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly StoredCardTransaction[]> | null>;
  countTransactions(
    resourceIds: readonly string[],
    range: DayRange,
    atMost: number,
  ): Promise<ReadonlyMap<string, number>>;
}

export interface PendingFault {
  readonly fault: string;
  readonly timesLeft: number;
  /** Prefix of the paths that get the fault; empty: every path. */
  readonly path: string;
  /** Real time, epoch milliseconds. */
  readonly until: number;
}

/** A TPP has at most one pending fault. */
export interface SandboxFaultStore {
  set(tppId: string, fault: PendingFault | null): Promise<void>;
  find(tppId: string, now: number): Promise<PendingFault | null>;
  /** Counts `timesLeft` down. null: no fault applies to the path. */
  take(tppId: string, path: string, now: number): Promise<PendingFault | null>;
  pending(now: number, limit: number): Promise<readonly { readonly tppId: string; readonly path: string }[]>;
  deleteOld(before: number, limit: number): Promise<number>;
}

export interface SeededPaymentStore {
  /**
   * Of the payments in `payments` with the same fingerprint, marks the last as the latest. A stored payment with this fingerprint loses
   * the mark (`PaymentStore.insert`).
   */
  insert(payments: readonly PaymentRecord[], moves: readonly PaymentMove[]): Promise<void>;
  /** The ledger keeps the bookings. */
  remove(tppId: string): Promise<void>;
}

export interface SandboxStore {
  readonly customers: CustomerStore;
  readonly faults: SandboxFaultStore;
  readonly agreements: AgreementStore;
  readonly accounts: AccountStore;
  readonly cards: CardStore;
  readonly seededPayments: SeededPaymentStore;
  /** Lets only one request at a time rebuild the sandbox. Also locks its customers, and returns their ids. */
  lock(tppId: string): Promise<readonly string[]>;
  /** Deletes these customers with all that belongs to them, and the accounts without a customer. */
  wipe(tppId: string, customerIds: readonly string[]): Promise<void>;
  /** Adds one certificate to the count of `counterName`, and returns the new count. After `periodMs` a new count begins. */
  countCertificate(
    counterName: string,
    now: number,
    periodMs: number,
  ): Promise<{ readonly since: number; readonly count: number }>;
}
