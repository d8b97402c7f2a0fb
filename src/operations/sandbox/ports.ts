/**
 * Records are plain JSON with sums as decimal texts, so that an outcome can be replayed. `hold` keeps a row
 * from being deleted until the transaction ends.
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
import type { DayRange } from '../../domain/sandbox/reading.ts';
import type { PaymentRecord } from '../payments/ports.ts';
import type { Page } from '../ports/page.ts';

/** `warnings` were found while the body was read. */
export interface SentBody<Body> {
  readonly body: Body;
  readonly warnings: readonly TppMessage[];
}

export interface NewCustomer extends Customer {
  readonly tppId: string;
  readonly createdAt: number;
}

/** The order of creation. */
export interface CreationKey {
  readonly createdAt: number;
  readonly id: string;
}

export interface ListedCustomer extends CustomerRecord {
  readonly createdAt: number;
}

export interface CustomerStore {
  /** false: a number exists already. */
  insert(customers: readonly NewCustomer[]): Promise<boolean>;
  /** Oldest first. */
  list(tppId: string, page: Page<CreationKey>): Promise<readonly ListedCustomer[]>;
  /** Counted up to `atMost`. */
  count(tppId: string, atMost: number): Promise<number>;
  find(tppId: string, customerId: string): Promise<CustomerRecord | null>;
  findMany(tppId: string, customerIds: readonly string[]): Promise<readonly CustomerRecord[]>;
  hold(
    tppId: string,
    name: { readonly customerNumber: string } | { readonly numberOrId: string },
  ): Promise<Customer | null>;
  /** Locks it for its removal: no account can be opened for it. false: it does not exist. */
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
  /** Counted up to `atMost`. */
  count(tppId: string, atMost: number): Promise<number>;
  /** Not locked: deleting the owner locks the account that an engagement needs first. */
  ownerOf(tppId: string, agreementId: string): Promise<string | null>;
  /** The oldest agreement of the customer. */
  ofOwner(ownerId: string): Promise<string | null>;
  engage(engagements: readonly NewEngagement[]): Promise<void>;
  findEngagement(tppId: string, agreementId: string, engagementId: string): Promise<Engagement | null>;
  /** false: it does not exist. */
  removeEngagement(tppId: string, agreementId: string, engagementId: string): Promise<boolean>;
}

export interface AccountRecord extends Account {
  readonly tppId: string;
  /** null: the account belongs to no customer. */
  readonly customerId: string | null;
  readonly accountKey: string;
  readonly createdAt: number;
}

export interface EntryKey {
  readonly bookingDate: string;
  readonly postingId: string;
  readonly position: number;
}

export interface AccountStore {
  /** Opened empty: a posting brings the money. false: the number exists already. */
  insert(accounts: readonly AccountRecord[]): Promise<boolean>;
  list(tppId: string, page: Page<CreationKey>): Promise<readonly AccountRecord[]>;
  /** Counted up to `atMost`. */
  count(tppId: string, atMost: number): Promise<number>;
  findMany(tppId: string, resourceIds: readonly string[]): Promise<readonly AccountRecord[]>;
  find(tppId: string, resourceId: string): Promise<AccountRecord | null>;
  /** `numbers` in capitals and without spaces. */
  findByNumbers(
    tppId: string,
    numbers: { readonly bban: string; readonly iban: string },
  ): Promise<readonly AccountRecord[]>;
  setBalanceType(resourceId: string, balanceType: string): Promise<void>;
  remove(resourceIds: readonly string[]): Promise<void>;
  /** Entries of payments, newest first. */
  entries(resourceId: string, range: DayRange, page: Page<EntryKey>): Promise<readonly AccountEntry[]>;
  entry(postingId: string, position: number): Promise<AccountEntry | null>;
  /** null: more than `atMost` in all. */
  entriesOfMany(
    resourceIds: readonly string[],
    range: DayRange,
    page: Page<EntryKey>,
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly AccountEntry[]> | null>;
  /** Counted up to `atMost`. */
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
  /** The order within a day. */
  readonly sequence: number;
}

export interface CardTransactionKey {
  readonly bookingDate: string;
  readonly sequence: number;
}

export interface CardStore {
  insert(cardAccounts: readonly CardAccountRecord[]): Promise<void>;
  list(tppId: string, page: Page<CreationKey>): Promise<readonly CardAccountRecord[]>;
  /** Counted up to `atMost`. */
  count(tppId: string, atMost: number): Promise<number>;
  findMany(tppId: string, resourceIds: readonly string[]): Promise<readonly CardAccountRecord[]>;
  find(tppId: string, resourceId: string): Promise<CardAccountRecord | null>;
  hold(tppId: string, resourceId: string): Promise<CardAccountRecord | null>;
  /** Locked until the transaction ends; missing ids are skipped. */
  lock(tppId: string, resourceIds: readonly string[]): Promise<readonly CardAccountRecord[]>;
  setBalances(resourceId: string, balances: readonly ShownBalance[]): Promise<void>;
  /** false: it does not exist. */
  remove(tppId: string, resourceId: string): Promise<boolean>;
  /** Returns the ids that exist already; the caller then rolls back. */
  insertTransactions(
    resourceId: string,
    items: readonly CardTransaction[],
    at: number,
  ): Promise<readonly string[]>;
  /** Newest booking first; within a day the newest request first, its items as sent. */
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
  /** null: more than `atMost` in all. */
  transactionsOfMany(
    resourceIds: readonly string[],
    range: DayRange,
    page: Page<CardTransactionKey>,
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly StoredCardTransaction[]> | null>;
  /** Counted up to `atMost`. */
  countTransactions(
    resourceIds: readonly string[],
    range: DayRange,
    atMost: number,
  ): Promise<ReadonlyMap<string, number>>;
}

/** A fault for the next requests of a TPP. Plain data, so that the outcome can be replayed. */
export interface SetFaults {
  readonly fault: string;
  readonly timesLeft: number;
  /** Prefix of the paths; empty: every path. */
  readonly path: string;
  /** Real time, epoch milliseconds. */
  readonly until: number;
}

/** Each TPP has at most one. */
export interface FaultStore {
  /** Replaces an earlier one; null deletes it. */
  set(tppId: string, faults: SetFaults | null): Promise<void>;
  find(tppId: string, now: number): Promise<SetFaults | null>;
  /** Counts a request to the path; null: no fault is left for it. */
  take(tppId: string, path: string, now: number): Promise<SetFaults | null>;
  /** TPPs with a fault, and the prefixes of their paths. */
  pending(now: number, limit: number): Promise<readonly { readonly tppId: string; readonly path: string }[]>;
  forget(before: number, limit: number): Promise<number>;
}

/** Payments of the seed. They are like all others, but `initialise` replaces them. */
export interface SeededPaymentStore {
  /** A few statements for all; the newest of equal payments is marked as the latest. */
  insert(payments: readonly PaymentRecord[], moves: readonly PaymentMove[]): Promise<void>;
  /** Also deletes what belongs to them; the ledger keeps their bookings. */
  remove(tppId: string): Promise<void>;
}

export interface SandboxStore {
  readonly customers: CustomerStore;
  readonly faults: FaultStore;
  readonly agreements: AgreementStore;
  readonly accounts: AccountStore;
  readonly cards: CardStore;
  readonly seededPayments: SeededPaymentStore;
  /**
   * One rebuild of the sandbox at a time. Returns the ids of its customers, locked: no account can be opened
   * for them.
   */
  lock(tppId: string): Promise<readonly string[]>;
  /** Also deletes the accounts that belong to no customer. */
  wipe(tppId: string, customerIds: readonly string[]): Promise<void>;
  /** Returns the count since `since`; it restarts after `hourMs`. */
  countCertificate(
    counterName: string,
    now: number,
    hourMs: number,
  ): Promise<{ readonly since: number; readonly made: number }>;
}
