/**
 * What the service needs of the bank behind it, in three parts, by when each is used: questions before a
 * transaction, orders inside it, and the worker's part afterwards. No transaction stays open while an external bank
 * is awaited.
 */
import type { Product } from '../../domain/payments/product.ts';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { PaymentRecord } from '../payments/ports.ts';
import type { SandboxClock } from './bank-work.ts';
import type { Stores } from './stores.ts';

/** In the transaction of a decision: writes, and waits for nothing but the database. */
export interface BankOrders {
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
   * Carries out a piece of what is due at `at`, in the transaction that holds the time of the TPP; returns how many
   * payments it processed. `recording`: the sandbox clock is moving, and what happens is listed.
   */
  carryOut(stores: Stores, tppId: string, at: number, recording: boolean): Promise<number>;
}

export interface Bank {
  readonly orders: BankOrders;
  readonly worker: BankWorker;
}

/** The order of events in the time of a TPP; the room `housekeeping` implements it. */
export interface Timeline {
  /**
   * Moves the TPP's time towards the target of its clock, event by event, each in its own transaction; returns the
   * clock as it then stands. Stops before the target when `budgetMs` of real time are spent.
   */
  carryOn(tppId: string, budgetMs: number): Promise<SandboxClock>;
}
