/** Stores of the database. Each call is at most one round trip, unless its comment says otherwise. */
import type { Caller } from '../../domain/caller.ts';
import type { Creditor } from '../../domain/payments/kid-rule.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type {
  AuthorisationStore,
  CustomerDirectory,
  PsuSessionRecord,
  PsuSessionStore,
  WrongCodeStore,
} from '../authorisations/ports.ts';
import type { NotificationStore } from '../notifications/ports.ts';
import type { BasketStore, PaymentLists, PaymentStore } from '../payments/ports.ts';
import type { RequestLogStore } from '../request-log/ports.ts';
import type { SandboxStore } from '../sandbox/ports.ts';
import type { ClockStore } from './clock.ts';
import type { LedgerStore } from './ledger.ts';

/** A response, byte for byte as it was sent. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface RequestKey {
  readonly tppId: string;
  readonly requestId: string;
  /** Hash of method, target, body and PSU headers. */
  readonly fingerprint: string;
}

/**
 * The stored results of an earlier use of an X-Request-ID. The keys
 * of `outcomes` are response keys of mutations in a GraphQL document.
 */
export interface EarlierRequest {
  readonly fingerprint: string;
  readonly outcomes: Readonly<Record<string, unknown>>;
  readonly answer: StoredAnswer | null;
}

/**
 * REST stores the answer of the first write under an X-Request-ID, and
 * GraphQL stores the outcome of each mutation under its response key.
 */
export type StoredResult =
  | { readonly answer: StoredAnswer }
  | { readonly field: string; readonly outcome: unknown };

export interface RequestStore {
  /** Stores the result in the transaction of the effect. Throws a Collision if the id was used. */
  insert(key: RequestKey, result: StoredResult, now: number): Promise<void>;
  /** false: another request was first and has stored an outcome under `field`. */
  addOutcome(key: RequestKey, field: string, outcome: unknown): Promise<boolean>;
  find(tppId: string, requestId: string, ignoreBefore: number): Promise<EarlierRequest | null>;
  /** Stores the answer and returns null. If an answer was stored before, returns that answer instead. */
  saveAnswer(key: RequestKey, answer: StoredAnswer): Promise<StoredAnswer | null>;
  /** Deletes the row if it is older than `before`. */
  deleteIfOld(key: RequestKey, before: number): Promise<void>;
  /** Deletes at most `limit` rows that are older than `before`; returns how many. */
  deleteOld(before: number, limit: number): Promise<number>;
}

/** Console tokens and sessions, which are found by their hash. */
export interface TokenStore {
  /** Of the tokens of the TPP, only the `atMost` that expire last remain; all others are deleted. */
  insert(
    token: { readonly tokenHash: string; readonly caller: TokenOwner; readonly expiresAt: number },
    atMost: number,
  ): Promise<void>;
  find(tokenHash: string, now: number): Promise<(TokenOwner & { readonly expiresAt: number }) | null>;
  /** false: there is no such token. */
  end(tokenHash: string): Promise<boolean>;
  /** Deletes at most `limit` expired tokens. */
  deleteOld(before: number, limit: number): Promise<number>;
}

export type TokenOwner = Pick<Caller, 'tppId' | 'name' | 'roles' | 'certificate'>;

export interface TppStore {
  /** The name in the newest certificate of the TPP. */
  name(tppId: string): Promise<string>;
  /** Stores a new TPP. false: the TPP was stored before. */
  register(tppId: string, name: string): Promise<boolean>;
  rename(tppId: string, name: string): Promise<void>;
  /** By how many milliseconds the sandbox clock is ahead of real time. */
  clockOffset(tppId: string): Promise<number>;
  /**
   * By how many milliseconds the clock will be ahead when its current move ends. While the clock does not move, the current offset.
   */
  offsetAfterMove(tppId: string): Promise<number>;
}

/** The PSU whose session a write needs, and the keys of the accounts that it needs. */
export interface Needs {
  readonly psu: Pick<PsuRequest, 'psuId' | 'identityNumber' | 'sessionId'>;
  readonly accountKeys: readonly string[];
}

export interface Facts {
  /** By how many milliseconds the sandbox clock is ahead of real time. */
  readonly clockOffset: number;
  /**
   * By how many milliseconds the clock will be ahead when its current move ends. While the clock does not move, the current offset.
   */
  readonly offsetAfterMove: number;
  /** The earlier use of the X-Request-ID; null: there is none. */
  readonly earlierRequest: EarlierRequest | null;
  readonly session: PsuSessionRecord | null;
  /** Sandbox accounts with the keys of `Needs`, but only those that have a KID agreement, or whose IBAN is one of the keys. */
  readonly accounts: readonly Creditor[];
}

export interface FactsQuery {
  readonly request: { readonly requestId: string; readonly ignoreBefore: number } | null;
  readonly needs: Needs | null;
}

export type * from '../authorisations/ports.ts';
export type * from '../payments/ports.ts';

/** Identifies a store that another room, such as `bank/`, declares. */
export interface StoreKey<Store> {
  readonly name: string;
  /** This property is never set. TypeScript needs it to infer the type of the store. */
  readonly store?: Store;
}

export interface Stores {
  readonly tokens: TokenStore;
  readonly payments: PaymentStore;
  readonly paymentLists: PaymentLists;
  readonly authorisations: AuthorisationStore;
  readonly psuSessions: PsuSessionStore;
  readonly wrongCodes: WrongCodeStore;
  readonly customers: CustomerDirectory;
  readonly baskets: BasketStore;
  readonly requests: RequestStore;
  readonly tpps: TppStore;
  readonly sandbox: SandboxStore;
  readonly ledger: LedgerStore;
  readonly clock: ClockStore;
  readonly requestLog: RequestLogStore;
  readonly notifications: NotificationStore;
  get<Store>(key: StoreKey<Store>): Store;
}

/** Another transaction has used the X-Request-ID, or created a payment with the same fingerprint. */
export class Collision extends Error {
  override readonly name = 'Collision';
  readonly with: 'REQUEST' | 'DUPLICATE';

  constructor(collidesWith: Collision['with'], options?: ErrorOptions) {
    const rival = collidesWith === 'REQUEST' ? 'use of its X-Request-ID' : 'payment with its fingerprint';
    super(`a transaction collided with another ${rival}`, options);
    this.with = collidesWith;
  }
}

/**
 * The transaction has read rows from before and after another
 * transaction, so it must not decide by them. The transaction runs again.
 */
export class OutdatedRead extends Error {
  override readonly name = 'OutdatedRead';
}

export interface UnitOfWork {
  /** Stores outside a transaction: each call commits by itself. They cannot change a payment. */
  readonly stores: Stores;
  /**
   * Rolls back if `work` throws, and may run it again after a deadlock or an OutdatedRead. Throws a Collision if another
   * transaction was first in a unique index.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}

/** Each TPP gets a fair share of the connections. */
export interface TppWork extends UnitOfWork {
  /**
   * Stores only for reads, which may go to a read replica of the database. Each read sees everything that was committed before it.
   */
  readonly readOnly: Stores;
  /** Reads the facts in one statement. */
  facts(query: FactsQuery): Promise<Facts>;
}

export interface SharedWork extends UnitOfWork {
  of(tppId: string): TppWork;
}

/** Notifies listeners of changes of payments, which any process of the service may have made. */
export interface PaymentEvents {
  /** Returns a function that ends the watch. */
  watch(paymentId: string, listener: () => void): Promise<() => void>;
  /** null: the listener may have missed changes. */
  watchAll(tppId: string, listener: (paymentIds: readonly string[] | null) => void): Promise<() => void>;
  listenerCount(): number;
}

export interface Ids {
  /** A new id: opaque and URL-safe, with at least 74 random bits. Ids sort by the millisecond in which they were made. */
  next(): string;
}

/** Whether work that depends on the clock of this process may start. false: the clock differs from the clock of the database. */
export type MayRunTimedWork = () => Promise<boolean>;

/** Real time, epoch milliseconds. */
export type Clock = () => number;
