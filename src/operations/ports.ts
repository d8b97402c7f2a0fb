/**
 * What the operations need from the outside: stores, a unit of work, time and ids. `db` implements the stores; tests
 * may implement anything. Every store call is one round trip at most unless its words say otherwise.
 */
import type { AccountReference, Instruction } from '../domain/payments/instruction.ts';
import type { PaymentStatus } from '../domain/payments/status.ts';
import type { PsuContext } from '../domain/psu.ts';

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

export interface PaymentMove {
  readonly paymentId: string;
  readonly from: PaymentStatus;
  readonly to: PaymentStatus;
  readonly at: number;
  readonly reason: string;
}

export interface PaymentStore {
  /** Inserts the payment with the first row of its history. */
  insert(payment: PaymentRecord, reason: string): Promise<void>;
  /** The payment, when it belongs to this TPP. */
  find(tppId: string, paymentId: string): Promise<PaymentRecord | null>;
  /** Locks whatever would be a logical duplicate until the transaction ends, then tells whether one stands. */
  lockDuplicates(tppId: string, fingerprint: string, since: number): Promise<boolean>;
  /** Moves the status if it still is `from`; false when another was faster. Writes the history. */
  move(move: PaymentMove): Promise<boolean>;
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

export interface RequestStore {
  /**
   * Claims the id for this transaction: null when it is ours, else what the id was used for. Waits for another
   * transaction that holds it, up to the lock time-out of the connection.
   */
  claim(key: RequestKey, now: number, forgetBefore: number): Promise<SeenRequest | null>;
  find(tppId: string, requestId: string, forgetBefore: number): Promise<SeenRequest | null>;
  saveAnswer(key: RequestKey, answer: StoredAnswer): Promise<void>;
  saveOutcome(key: RequestKey, field: string, outcome: unknown): Promise<void>;
  /** Deletes at most `limit` rows that are older; answers how many went. */
  forget(before: number, limit: number): Promise<number>;
}

export interface TppStore {
  /** Makes the TPP known; once per process is enough. */
  register(tppId: string, name: string): Promise<void>;
  /** By how many milliseconds the sandbox clock of the TPP runs ahead. */
  clockOffset(tppId: string): Promise<number>;
}

export interface Stores {
  readonly payments: PaymentStore;
  readonly requests: RequestStore;
  readonly tpps: TppStore;
}

export interface UnitOfWork {
  /** Stores outside any transaction, for reads. */
  readonly read: Stores;
  /** Runs `work` in one transaction; commits when it answers, rolls back when it throws. May run it again on a deadlock. */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}

export interface Ids {
  /** An opaque, URL-safe id with at least 74 random bits; later ids sort behind earlier ones. */
  next(): string;
}

/** Real time, epoch milliseconds. */
export type Clock = () => number;
