/**
 * What the service needs of the bank behind it, in three parts, by when each is used: questions before a
 * transaction, orders inside it, and the worker's part afterwards. No transaction stays open while an external bank
 * is awaited.
 */

import type { HeaderReader } from '../../domain/headers.ts';
import type { Fee } from '../../domain/payments/fee.ts';
import type { Instruction } from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import { Refusal, refuse, type TppMessage } from '../../domain/refusal.ts';
import type { PaymentRecord } from '../payments/ports.ts';
import type { PieceSize, SandboxClock } from './bank-work.ts';
import type { CoreDesk } from './core.ts';
import type { Stores } from './stores.ts';

/** On whose behalf a remote bank is asked, and under which id. */
export interface Asking {
  readonly tpp: { readonly tppId: string; readonly name: string };
  readonly psu: Pick<PsuRequest, 'psuId' | 'identityNumber' | 'sessionId' | 'context' | 'corporateId'>;
  /** The PSU-ID that the remote bank itself gave this PSU, where it gave one. */
  readonly remotePsuId: string | null;
  /** Headers of the request that asks; what they say of the PSU is passed on. */
  readonly readHeader: HeaderReader;
  /** The X-Request-ID of the TPP, and the path in its document: the same again is the same question. */
  readonly key: { readonly requestId: string; readonly field: string };
}

/** A payment as a remote bank knows it. */
export interface RemotePayment {
  readonly product: Product;
  /** Its id there, opaque. */
  readonly reference: string;
}

/** Where a PSU goes to authenticate or approve at a remote bank, and the secret by which they are known on the way back. */
export interface RemoteRedirect {
  readonly scaRedirect: string;
  readonly returnState: string;
}

export interface RemoteCreation {
  readonly reference: string;
  readonly tppMessages: readonly TppMessage[];
  readonly psuMessage: string | null;
  readonly fee: Fee | null;
  /** Where the PSU approves at once, with single SCA. */
  readonly redirect: RemoteRedirect | null;
}

export interface RemoteStatus {
  /** As the bank says it; it may be none of ours. */
  readonly status: string;
  readonly fundsAvailable: boolean | null;
}

/** The PSU must log in at a remote bank before it takes the request. */
export class BankChallenge extends Refusal {
  readonly redirect: RemoteRedirect;

  constructor(reason: 'SCA_REQUIRED' | 'SCA_EXPIRED', redirect: RemoteRedirect) {
    const { tppMessages, extras } = refuse(reason);
    super(reason, tppMessages, extras);
    this.redirect = redirect;
  }
}

/**
 * The questions that are asked of a remote bank before a transaction. Each throws a Refusal: what the bank refuses, with its
 * codes and paths; UNAVAILABLE where it does not answer. It sees no store.
 */
export interface BankDesk {
  /** Throws a BankChallenge where the PSU must log in first. */
  createPayment(
    asking: Asking,
    payment: {
      readonly product: Product;
      readonly instruction: Instruction;
      readonly allowLogicalDuplicate: boolean;
    },
  ): Promise<RemoteCreation>;
  paymentStatus(tpp: Asking['tpp'], payment: RemotePayment): Promise<RemoteStatus>;
  /** CANCELLED at once, or TO_APPROVE by the PSU. */
  cancelPayment(asking: Asking, payment: RemotePayment): Promise<'CANCELLED' | 'TO_APPROVE'>;
  /** The id of the new basket there. */
  createBasket(asking: Asking, references: readonly string[]): Promise<string>;
  /** A basket that the bank does not know, or no longer, is no failure. */
  deleteBasket(asking: Asking, reference: string): Promise<void>;
  /** Whether a PSU-ID is one by which this service names a PSU to the bank, and none that the bank gave. */
  isOwnPsuId(psuId: string): boolean;
  startAuthorisation(
    asking: Asking,
    target:
      | { readonly kind: 'PAYMENT' | 'CANCELLATION'; readonly payment: RemotePayment }
      | { readonly kind: 'BASKET'; readonly reference: string },
  ): Promise<RemoteRedirect>;
}

/** In the transaction of a decision: writes, and waits for nothing but the database. */
export interface BankOrders {
  /**
   * Takes back what was ordered of an approved payment; false where the bank may have it already, so that only the bank can
   * stop it.
   */
  withdraw(stores: Stores, payment: PaymentRecord): Promise<boolean>;
  /** Orders that the bank stops what it has of the payment; its answer moves the status. */
  cancel(stores: Stores, payment: PaymentRecord, at: number): Promise<void>;
  /**
   * Settles an instant payment at once, books others for their day; returns the status the payment moves to, and
   * why.
   */
  onApproval(
    stores: Stores,
    product: Product,
    payment: PaymentRecord,
    at: number,
  ): Promise<{ readonly to: PaymentStatus; readonly reason: string }>;
}

/** Carries out what was ordered, when its time has come. */
export interface BankWorker {
  /**
   * Carries out a piece of what is due at `at`, in the transaction that holds the time of the TPP; returns how
   * much that was. `recording`: the sandbox clock is moving, and what happens is listed.
   */
  carryOut(stores: Stores, tppId: string, at: number, recording: boolean): Promise<PieceSize>;
}

export interface Bank {
  /** A bank elsewhere that takes and approves payments by itself; null: they are approved here. */
  readonly desk: BankDesk | null;
  /** A core system that is asked before and gets orders; null: the bank has one of its own, or is in this process. */
  readonly core: CoreDesk | null;
  readonly orders: BankOrders;
  readonly worker: BankWorker;
}

/** Why the stored status of a payment may be out of date. */
export interface StaleStatus {
  /** The bank has not answered, or does not know the payment; GIVEN_UP: for so long that it is not asked any more. */
  readonly why: 'UNANSWERED' | 'UNKNOWN' | 'GIVEN_UP';
  /** When the bank last told the status, epoch milliseconds; null: never. */
  readonly heardAt: number | null;
}

/** Keeps statuses that a remote bank decides up to date. */
export interface StatusFollower {
  /**
   * Asks for the status of payments that have not ended, each at most once in three seconds. A bank that is away or slow is
   * no failure. Answers whether any was due: then its status may be another one now.
   */
  refresh(tppId: string, paymentIds: readonly string[]): Promise<boolean>;
  /** Which of these payments have a stored status that may be out of date, and why. */
  stale(tppId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, StaleStatus>>;
  /** Asks at once, however long ago the last question was: a PSU has just come back. */
  ask(tppId: string, paymentIds: readonly string[]): Promise<void>;
}

/** The order of events in the time of a TPP; the room `housekeeping` implements it. */
export interface Timeline {
  /**
   * Moves the TPP's time towards the target of its clock, event by event, each in its own transaction; returns the
   * clock as it then stands. Stops before the target when `budgetMs` of real time are spent.
   */
  carryOn(tppId: string, budgetMs: number): Promise<SandboxClock>;
}
