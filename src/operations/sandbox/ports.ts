/**
 * What the sandbox operations need from the database: customers, agreements, accounts and cards. Records are plain
 * JSON data, sums among them decimal texts, so that an outcome can be stored and replayed. `hold` finds a row and
 * keeps it from being deleted until the transaction ends.
 */
import type { TppMessage } from '../../domain/refusal.ts';
import type { Account } from '../../domain/sandbox/account.ts';
import type { AccountEntry } from '../../domain/sandbox/account-entry.ts';
import type { Agreement, Engagement, EngagementRole } from '../../domain/sandbox/agreement.ts';
import type { ShownBalance } from '../../domain/sandbox/amounts.ts';
import type { CardAccount } from '../../domain/sandbox/card-account.ts';
import type { CardTransaction } from '../../domain/sandbox/card-transaction.ts';
import type { Customer, CustomerRecord } from '../../domain/sandbox/customer.ts';
import type { DayRange } from '../../domain/sandbox/reading.ts';
import type { Page } from '../ports/page.ts';

/** The body of a creation, with the warnings that the doors found while they read it. */
export interface SentBody<Body> {
  readonly body: Body;
  readonly warnings: readonly TppMessage[];
}

export interface NewCustomer extends Customer {
  readonly tppId: string;
  readonly createdAt: number;
}

export interface ListPart {
  readonly limit: number;
  readonly offset: number;
}

export interface CustomerStore {
  /** false when one of the numbers exists already. */
  insert(customers: readonly NewCustomer[]): Promise<boolean>;
  /** Oldest first. */
  list(tppId: string, part: ListPart): Promise<readonly CustomerRecord[]>;
  find(tppId: string, customerId: string): Promise<CustomerRecord | null>;
  findMany(tppId: string, customerIds: readonly string[]): Promise<readonly CustomerRecord[]>;
  hold(
    tppId: string,
    name: { readonly customerNumber: string } | { readonly numberOrId: string },
  ): Promise<Customer | null>;
  /** Locks the customer for its removal: no account can be opened for it meanwhile. false when there is none. */
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
  list(tppId: string, part: ListPart): Promise<readonly AgreementRecord[]>;
  /** Not locked: an engagement needs an account of the owner, and deleting the owner locks that first. */
  ownerOf(tppId: string, agreementId: string): Promise<string | null>;
  /** The oldest agreement that the customer owns: a private customer's own. */
  ofOwner(ownerId: string): Promise<string | null>;
  engage(engagements: readonly NewEngagement[]): Promise<void>;
  findEngagement(tppId: string, agreementId: string, engagementId: string): Promise<Engagement | null>;
  /** false when there is none. */
  removeEngagement(tppId: string, agreementId: string, engagementId: string): Promise<boolean>;
}

export interface AccountRecord extends Account {
  readonly tppId: string;
  /** null: the bank holds the account for no customer. */
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
  /** Opened empty: money comes by a posting. false when the number exists already. */
  insert(accounts: readonly AccountRecord[]): Promise<boolean>;
  list(tppId: string, part: ListPart): Promise<readonly AccountRecord[]>;
  findMany(tppId: string, resourceIds: readonly string[]): Promise<readonly AccountRecord[]>;
  find(tppId: string, resourceId: string): Promise<AccountRecord | null>;
  /** Accounts with one of the numbers, in capitals and without spaces. */
  findByNumbers(
    tppId: string,
    numbers: { readonly bban: string; readonly iban: string },
  ): Promise<readonly AccountRecord[]>;
  setBalanceType(resourceId: string, balanceType: string): Promise<void>;
  remove(resourceIds: readonly string[]): Promise<void>;
  /** Entries that payments made, newest first. */
  entries(resourceId: string, range: DayRange, page: Page<EntryKey>): Promise<readonly AccountEntry[]>;
  /** An entry that a payment made on an account that is there. */
  entry(postingId: string, position: number): Promise<AccountEntry | null>;
  /** The same of many accounts; null when they are more than `atMost` in all. */
  entriesOfMany(
    resourceIds: readonly string[],
    range: DayRange,
    page: Page<EntryKey>,
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly AccountEntry[]> | null>;
  /** How many entries each account has, counted up to `atMost`. */
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
  /** Increases with every stored transaction: the order within a day. */
  readonly sequence: number;
}

export interface CardTransactionKey {
  readonly bookingDate: string;
  readonly sequence: number;
}

export interface CardStore {
  insert(cardAccounts: readonly CardAccountRecord[]): Promise<void>;
  list(tppId: string, part: ListPart): Promise<readonly CardAccountRecord[]>;
  findMany(tppId: string, resourceIds: readonly string[]): Promise<readonly CardAccountRecord[]>;
  find(tppId: string, resourceId: string): Promise<CardAccountRecord | null>;
  hold(tppId: string, resourceId: string): Promise<CardAccountRecord | null>;
  /** The card accounts with these ids that are there, locked until the transaction ends. */
  lock(tppId: string, resourceIds: readonly string[]): Promise<readonly CardAccountRecord[]>;
  setBalances(resourceId: string, balances: readonly ShownBalance[]): Promise<void>;
  /** false when there is none. */
  remove(tppId: string, resourceId: string): Promise<boolean>;
  /** Stores new ones and returns the ids that existed already; the caller then rolls the whole list back. */
  insertTransactions(
    resourceId: string,
    items: readonly CardTransaction[],
    at: number,
  ): Promise<readonly string[]>;
  /** Newest booking first; within a day the newest request first, its items in the order sent. */
  transactions(
    resourceId: string,
    range: DayRange,
    page: Page<CardTransactionKey>,
  ): Promise<readonly StoredCardTransaction[]>;
  /** A transaction of a card account of the TPP. */
  transaction(
    tppId: string,
    resourceId: string,
    cardTransactionId: string,
  ): Promise<StoredCardTransaction | null>;
  /** The same of many card accounts; null when they are more than `atMost` in all. */
  transactionsOfMany(
    resourceIds: readonly string[],
    range: DayRange,
    page: Page<CardTransactionKey>,
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly StoredCardTransaction[]> | null>;
  /** How many transactions each card account has, counted up to `atMost`. */
  countTransactions(
    resourceIds: readonly string[],
    range: DayRange,
    atMost: number,
  ): Promise<ReadonlyMap<string, number>>;
}

export interface SandboxStore {
  readonly customers: CustomerStore;
  readonly agreements: AgreementStore;
  readonly accounts: AccountStore;
  readonly cards: CardStore;
  /**
   * Lets one request at a time rebuild the sandbox of the TPP. Returns its customers' ids, locked: no account can be
   * opened for them meanwhile.
   */
  lock(tppId: string): Promise<readonly string[]>;
  /** Deletes the customers with all their data, and the accounts that the bank holds for no customer. */
  wipe(tppId: string, customerIds: readonly string[]): Promise<void>;
  /**
   * Counts one more certificate under a name, and returns how many that are since when; the count begins again after `hourMs`.
   */
  countCertificate(
    counterName: string,
    now: number,
    hourMs: number,
  ): Promise<{ readonly since: number; readonly made: number }>;
}
