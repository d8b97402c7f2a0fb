/**
 * What the operations need from the outside: stores, a unit of work, time and ids. `db` implements the stores; tests
 * may implement anything. Every store call is one round trip at most unless its words say otherwise.
 */
import type { AccountReference, Instruction } from '../domain/payments/instruction.ts';
import type { PaymentMove } from '../domain/payments/move.ts';
import type { Product } from '../domain/payments/product.ts';
import type { PaymentStatus } from '../domain/payments/status.ts';
import type { PsuContext } from '../domain/psu.ts';
import type { KidAgreement } from '../domain/values/kid.ts';
import type {
  AuthorisationStore,
  CustomerDirectory,
  PsuSessionRecord,
  PsuSessionStore,
  WrongCodeStore,
} from './authorisations/ports.ts';
import type { ClockStore, SandboxClock, WorkStore } from './bank-work.ts';
import type { LedgerStore } from './ledger.ts';
import type { Page } from './page.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { SandboxStore } from './sandbox/ports.ts';

/** A payment as kept. Plain JSON data: times are epoch milliseconds, so that an outcome can be stored and given again. */
export interface PaymentRecord {
  readonly paymentId: string;
  readonly tppId: string;
  /** The product's code: INDCTS, NDCT … */
  readonly product: string;
  readonly status: PaymentStatus;
  readonly psuId: string | null;
  readonly identityNumber: string | null;
  readonly sessionId: string | null;
  readonly psuContext: PsuContext | null;
  readonly corporateId: string | null;
  readonly redirectUri: string | null;
  readonly redirectPreferred: boolean;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  /** Decimal text; null for a bulk payment in several currencies. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly debtorAccount: AccountReference;
  readonly debtorKey: string;
  readonly debtorName: string | null;
  readonly creditorName: string | null;
  readonly requestedDate: string | null;
  readonly fundsAvailable: boolean | null;
  readonly instruction: Instruction;
  /** Hash of what makes two payments logical duplicates. */
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StatusChange {
  readonly from: PaymentStatus | null;
  readonly to: PaymentStatus;
  readonly at: number;
  readonly reason: string;
}

/** A move that the bank makes, with what it learnt about cover; null leaves that as it was. */
export type SettledMove = PaymentMove & { readonly fundsAvailable: boolean | null };

/** Which payments a list holds; what is absent does not filter. */
export interface PaymentFilter {
  readonly statuses?: readonly PaymentStatus[];
  /** Product codes. */
  readonly products?: readonly string[];
  /** Epoch milliseconds, inclusive. */
  readonly createdFrom?: number;
  readonly createdTo?: number;
  /** Decimal texts, inclusive, compared within one currency when `currency` is given. */
  readonly amountFrom?: string;
  readonly amountTo?: string;
  readonly currency?: string;
  /** Part of the creditor's name, the remittance or the id, whatever its case. */
  readonly text?: string;
}

/** Where a payment stands in lists: those created at the same instant are in the order of their ids. */
export type PaymentPlace = Pick<PaymentRecord, 'createdAt' | 'paymentId'>;

/** Where a payment stands, and no more. */
export type PaymentStanding = Pick<PaymentRecord, 'paymentId' | 'product' | 'status' | 'fundsAvailable'>;

/** A payment in a list: null stands for a long instruction, which is read in parts when it is asked for. */
export type ListedPayment = Omit<PaymentRecord, 'instruction'> & { readonly instruction: Instruction | null };

export interface PaymentStore extends PaymentParts {
  /** Inserts the payment as the latest of those alike; with another one of them there, the transaction ends in a Collision. */
  insert(payment: PaymentRecord): Promise<void>;
  /** The payment, when it belongs to this TPP. */
  find(tppId: string, paymentId: string): Promise<PaymentRecord | null>;
  /** The same, with little of it read. */
  standing(tppId: string, paymentId: string): Promise<PaymentStanding | null>;
  /**
   * Lets the latest of the payments that are alike step aside for a new one, locked until the transaction ends; then
   * tells whether one of them was created after `since` and is neither rejected nor cancelled.
   */
  stepAside(tppId: string, fingerprint: string, since: number): Promise<boolean>;
  /** Moves the status if it still is `from`; false when another was faster. Writes the history. */
  move(move: PaymentMove): Promise<boolean>;
  /**
   * Makes moves of locked payments with their history in one statement; `from` equal to `to` notes the cover alone.
   * Throws when a payment is not where it was said to be.
   */
  moveMany(moves: readonly SettledMove[]): Promise<void>;
  /** Those of the payments that belong to the TPP. */
  findMany(tppId: string, paymentIds: readonly string[]): Promise<readonly ListedPayment[]>;
  /** The row, locked until the transaction ends. */
  lock(paymentId: string): Promise<PaymentRecord | null>;
  /** Those of the payments that belong to the TPP, locked in the order of their ids until the transaction ends. */
  lockMany(tppId: string, paymentIds: readonly string[]): Promise<readonly PaymentRecord[]>;
  /** A page of the TPP's payments, newest first. */
  page(tppId: string, filter: PaymentFilter, page: Page<PaymentPlace>): Promise<readonly ListedPayment[]>;
  /** The newest basket that each payment is or was in; deleted baskets aside. */
  basketsOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, BasketRecord>>;
  /** The live basket that holds the payment, or null. */
  liveBasket(paymentId: string): Promise<string | null>;
  /** Sets what the bank learns later: cover, the debtor's name. */
  amend(
    paymentId: string,
    change: { readonly fundsAvailable?: boolean | null; readonly debtorName?: string },
  ): Promise<void>;
  /** The creation, which stands in the payment itself, and every move since. */
  history(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly StatusChange[]>>;
}

/** An answer that a door has rendered, byte for byte. */
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

export interface SeenRequest {
  readonly fingerprint: string;
  readonly outcomes: Readonly<Record<string, unknown>>;
  readonly answer: StoredAnswer | null;
}

/** The answer, or what the first mutation of a GraphQL document led to. */
export type KeptAnswer =
  | { readonly answer: StoredAnswer }
  | { readonly field: string; readonly outcome: unknown };

export interface RequestStore {
  /**
   * Keeps what the id was used for, in the transaction of its effect: with another use of it there, the transaction ends
   * in a Collision, once that use has been committed.
   */
  keep(key: RequestKey, what: KeptAnswer, now: number): Promise<void>;
  /** Adds the outcome of a further mutation under the id; false when another request was faster. */
  addOutcome(key: RequestKey, field: string, outcome: unknown): Promise<boolean>;
  find(tppId: string, requestId: string, forgetBefore: number): Promise<SeenRequest | null>;
  saveAnswer(key: RequestKey, answer: StoredAnswer): Promise<void>;
  /** Makes room for the id again when what it was used for is older. */
  forgetOne(key: RequestKey, before: number): Promise<void>;
  /** Deletes at most `limit` rows that are older; answers how many went. */
  forget(before: number, limit: number): Promise<number>;
}

/** A signing basket as kept. */
export interface BasketRecord {
  readonly basketId: string;
  readonly tppId: string;
  readonly psuId: string | null;
  readonly identityNumber: string | null;
  readonly sessionId: string | null;
  readonly psuContext: PsuContext | null;
  readonly corporateId: string | null;
  readonly redirectUri: string;
  readonly redirectPreferred: boolean;
  /** OPEN until approved, rejected or deleted. */
  readonly state: 'OPEN' | 'APPROVED' | 'REJECTED' | 'DELETED';
  readonly createdAt: number;
}

export interface BasketStore {
  /** Inserts the basket with its payments; false when one of them is in a live basket already. */
  insert(basket: BasketRecord, paymentIds: readonly string[]): Promise<boolean>;
  find(tppId: string, basketId: string): Promise<BasketRecord | null>;
  /** A page of the TPP's baskets, newest first; deleted ones aside. */
  page(tppId: string, page: Page<string>): Promise<readonly BasketRecord[]>;
  /** The payments of many baskets at once. */
  paymentsOfMany(basketIds: readonly string[]): Promise<ReadonlyMap<string, readonly ListedPayment[]>>;
  /** The payments in the order in which the basket names them. */
  paymentsOf(basketId: string): Promise<readonly PaymentRecord[]>;
  /** The same, every row locked, and with them the basket; locks are taken in the order of the ids. */
  lockPayments(basketId: string): Promise<readonly PaymentRecord[]>;
  /** Ends the basket and frees its payments. */
  close(basketId: string, state: 'APPROVED' | 'REJECTED' | 'DELETED'): Promise<void>;
}

/** Console tokens, by hash. */
export interface TokenStore {
  /** Keeps a token, and of the TPP's tokens the `keep` that serve the longest. */
  insert(
    token: { readonly tokenHash: string; readonly caller: TokenOwner; readonly expiresAt: number },
    keep: number,
  ): Promise<void>;
  find(tokenHash: string, now: number): Promise<TokenOwner | null>;
  /** Deletes at most `limit` tokens that have expired before. */
  forget(before: number, limit: number): Promise<number>;
}

/** Whom a token stands for. */
export interface TokenOwner {
  readonly tppId: string;
  readonly name: string;
  readonly roles: readonly string[] | null;
}

export interface TppStore {
  /** The name under which the TPP was met. */
  name(tppId: string): Promise<string>;
  /** Makes the TPP known; once per process is enough. true for the one caller that did it first. */
  register(tppId: string, name: string): Promise<boolean>;
  /** By how many milliseconds the sandbox clock of the TPP runs ahead. */
  clockOffset(tppId: string): Promise<number>;
}

/** What a creation must know besides: the PSU's session, and the KID agreements of the accounts that are paid. */
export interface Needs {
  readonly psu: {
    readonly psuId: string | null;
    readonly identityNumber: string | null;
    readonly sessionId: string | null;
  };
  readonly creditorKeys: readonly string[];
}

/** What a write knows before it decides. */
export interface Facts {
  /** By how many milliseconds the sandbox clock of the TPP runs ahead. */
  readonly clockOffset: number;
  /** What the X-Request-ID was used for. */
  readonly seen: SeenRequest | null;
  readonly session: PsuSessionRecord | null;
  readonly kidAgreements: ReadonlyMap<string, KidAgreement>;
}

export interface FactStore {
  /** One statement, whatever is asked; `request` null: no id to look up. */
  read(
    tppId: string,
    request: { readonly requestId: string; readonly forgetBefore: number } | null,
    needs: Needs | null,
  ): Promise<Facts>;
}

export type * from './authorisations/ports.ts';

export interface Stores {
  readonly facts: FactStore;
  readonly tokens: TokenStore;
  readonly payments: PaymentStore;
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
  readonly work: WorkStore;
}

/** Another transaction was faster: it used the X-Request-ID, or made a payment like this one. */
export class Collision extends Error {
  override readonly name = 'Collision';
  readonly with: 'REQUEST' | 'ALIKE';

  constructor(other: Collision['with'], options?: ErrorOptions) {
    super(
      `a transaction met another ${other === 'REQUEST' ? 'use of its X-Request-ID' : 'payment like its own'}`,
      options,
    );
    this.with = other;
  }
}

export interface UnitOfWork {
  /** Stores outside any transaction, for reads. */
  readonly read: Stores;
  /**
   * Runs `work` in one transaction; commits when it answers, rolls back when it throws. May run it again on a deadlock.
   * Throws a Collision where a unique index has decided for somebody else.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}

export interface SharedWork extends UnitOfWork {
  /** The same on behalf of a TPP: each gets a fair share of what the database can do at once. */
  of(tppId: string): UnitOfWork;
}

/** What the bank does with a payment at the moment of its approval; implemented by the room `bank`. */
export interface Bank {
  /** Settles an instant payment at once, books others for their day; answers the status the payment moves to, and why. */
  onApproval(
    stores: Stores,
    product: Product,
    payment: PaymentRecord,
    at: number,
  ): Promise<{ readonly to: PaymentStatus; readonly reason: string }>;
  /**
   * Carries the TPP's time on towards where its clock was sent, event by event, each in its own transaction; answers
   * the clock as it then stands. Stops early, with a target left, when `budgetMs` of real time are spent.
   */
  carryOn(tppId: string, budgetMs: number): Promise<SandboxClock>;
}

/** News of payments, from whichever replica they come. */
export interface PaymentEvents {
  /** Calls `listener` whenever the status of the payment may have changed; answers how to stop. */
  watch(paymentId: string, listener: () => void): Promise<() => void>;
  /**
   * Calls `listener` with the payments of the TPP that are new or have a new status, or with null when some news may have been
   * missed; answers how to stop.
   */
  watchAll(tppId: string, listener: (paymentIds: readonly string[] | null) => void): Promise<() => void>;
  /** How many listeners there are, for tests and metrics. */
  watching(): number;
}

export interface Ids {
  /** An opaque, URL-safe id with at least 74 random bits; later ids sort behind earlier ones. */
  next(): string;
}

/** Real time, epoch milliseconds. */
export type Clock = () => number;
