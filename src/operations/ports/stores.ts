/** Each call is at most one round trip to the database, unless its comment says otherwise. */
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
import type { BasketStore } from '../baskets/ports.ts';
import type { NotificationStore } from '../notifications/ports.ts';
import type { PaymentLists, PaymentStore } from '../payments/ports.ts';
import type { RequestLogStore } from '../request-log/ports.ts';
import type { SandboxStore } from '../sandbox/ports.ts';
import type { ClockStore } from './clock.ts';
import type { LedgerStore } from './ledger.ts';

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

/** The keys of `outcomes` are response keys of mutations in a GraphQL document. */
export interface EarlierRequest {
  readonly fingerprint: string;
  readonly outcomes: Readonly<Record<string, unknown>>;
  readonly answer: StoredAnswer | null;
}

/** `field`: the response key of a mutation, as in `outcomes`. */
type StoredResult = { readonly answer: StoredAnswer } | { readonly field: string; readonly outcome: unknown };

export interface RequestStore {
  /** Throws a Collision if the id was used. */
  insert(key: RequestKey, result: StoredResult, now: number): Promise<void>;
  /** false: another request has stored an outcome under `field` first. */
  addOutcome(key: RequestKey, field: string, outcome: unknown): Promise<boolean>;
  find(tppId: string, requestId: string, ignoreBefore: number): Promise<EarlierRequest | null>;
  /** Returns the answer that was stored before; null: there was none, and `answer` is stored. */
  saveAnswer(key: RequestKey, answer: StoredAnswer): Promise<StoredAnswer | null>;
  deleteIfOld(key: RequestKey, before: number): Promise<void>;
  /** Returns how many rows it deleted. */
  deleteOld(before: number, limit: number): Promise<number>;
}

/** Console tokens, sessions of the console, and the tickets of links: of each only the hash. */
export interface TokenStore {
  /** Keeps only the `atMost` tokens of the TPP that expire last. */
  insert(
    token: { readonly tokenHash: string; readonly caller: TokenOwner; readonly expiresAt: number },
    atMost: number,
  ): Promise<void>;
  find(tokenHash: string, now: number): Promise<(TokenOwner & { readonly expiresAt: number }) | null>;
  /** false: there is no such token. */
  end(tokenHash: string): Promise<boolean>;
  deleteOld(before: number, limit: number): Promise<number>;
}

export type TokenOwner = Pick<Caller, 'tppId' | 'name' | 'roles' | 'certificate'>;

export interface TppStore {
  name(tppId: string): Promise<string>;
  /** false: the TPP was stored before. */
  register(tppId: string, name: string): Promise<boolean>;
  rename(tppId: string, name: string): Promise<void>;
  clockOffset(tppId: string): Promise<number>;
  clockOffsetAfterMove(tppId: string): Promise<number>;
}

/** What `facts` reads for a write. */
export interface Needs {
  readonly psu: Pick<PsuRequest, 'psuId' | 'identityNumber' | 'sessionId'>;
  readonly accountKeys: readonly string[];
}

export interface Facts {
  readonly clockOffset: number;
  /** The offset when the current move of the clock ends. While the clock does not move, the current offset. */
  readonly clockOffsetAfterMove: number;
  readonly earlierRequest: EarlierRequest | null;
  readonly session: PsuSessionRecord | null;
  /**
   * Not all accounts of `Needs.accountKeys`: only those with a KID agreement, for the check of the KID, and those that a foreign IBAN
   * names, for the search for logical duplicates.
   */
  readonly accounts: readonly Creditor[];
}

export interface FactsQuery {
  readonly request: { readonly requestId: string; readonly ignoreBefore: number } | null;
  readonly needs: Needs | null;
}

export type * from '../authorisations/ports.ts';
export type * from '../baskets/ports.ts';
export type * from '../payments/ports.ts';

/** For stores that another room declares. */
export interface StoreKey<Store> {
  readonly name: string;
  /** Never set. TypeScript infers the type of the store from it. */
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

export class Collision extends Error {
  override readonly name = 'Collision';
  readonly with: 'REQUEST' | 'DUPLICATE';

  constructor(collidesWith: Collision['with'], options?: ErrorOptions) {
    const rival = collidesWith === 'REQUEST' ? 'use of its X-Request-ID' : 'payment with its fingerprint';
    super(`a transaction collided with another ${rival}`, options);
    this.with = collidesWith;
  }
}

/** The transaction has read rows from before and after another transaction, so it must run again. */
export class OutdatedRead extends Error {
  override readonly name = 'OutdatedRead';
}

export interface UnitOfWork {
  /** Each call commits by itself. */
  readonly stores: Stores;
  /** May run `work` again after a deadlock or an OutdatedRead. Throws a Collision if another transaction was first. */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}

export interface TppWork extends UnitOfWork {
  /** May be a read replica. Each read sees everything that was committed before it. */
  readonly readOnly: Stores;
  facts(query: FactsQuery): Promise<Facts>;
}

/**
 * In place of the id of a TPP, for reads that serve unverified senders. The queue for connections counts all these reads as those of one
 * TPP, so they cannot take the connections of housekeeping. No TPP has this id, because ids contain no line feed.
 */
export const unverifiedTppId = '\n';

export interface SharedWork extends UnitOfWork {
  of(tppId: string): TppWork;
}

/** Changes of payments by any process of the service. */
export interface PaymentEvents {
  /** Returns a function that ends the watch. */
  watch(paymentId: string, listener: () => void): Promise<() => void>;
  /** null: the listener may have missed changes. */
  watchAll(tppId: string, listener: (paymentIds: readonly string[] | null) => void): Promise<() => void>;
  listenerCount(): number;
}

export interface Ids {
  /** Opaque and URL-safe, with at least 74 random bits. Ids sort by the millisecond in which they were made. */
  next(): string;
}

/** false: the clock of this process differs from that of the database. */
export type MayRunTimedWork = () => Promise<boolean>;

/** Real time, epoch milliseconds. */
export type Clock = () => number;
