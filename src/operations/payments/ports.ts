/** Interfaces that operations on payments and signing baskets need: their records and stores. */
import type { DueExecution } from '../../domain/bank/executions.ts';
import type { Fee } from '../../domain/payments/fee.ts';
import type { AccountReference, Instruction, Transfer } from '../../domain/payments/instruction.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PaymentMove, PaymentStatus } from '../../domain/payments/status.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import type { StoredPsu } from '../authorisations/ports.ts';
import type { Page } from '../ports/page.ts';

/** Plain JSON, so that an outcome can be stored and replayed; times are epoch milliseconds. */
export interface PaymentRecord extends StoredPsu {
  readonly paymentId: string;
  readonly tppId: string;
  /** Code of the product: INDCTS, NDCT … */
  readonly product: string;
  readonly status: PaymentStatus;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  /** Decimal text; null for a bulk payment in several currencies. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly debtorAccount: AccountReference;
  readonly debtorKey: string;
  /** null before the approval, and for payments that an older release approved: `debtorAccount` then identifies the account. */
  readonly payer: Payer | null;
  readonly debtorName: string | null;
  readonly creditorName: string | null;
  readonly requestedDate: string | null;
  readonly fundsAvailable: boolean | null;
  /** null: the bank reported no fee. */
  readonly fee: Fee | null;
  readonly instruction: Instruction;
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface EntryOutcome {
  readonly paymentId: string;
  /** Index in the bulk payment, from 0. */
  readonly position: number;
  readonly status: PaymentStatus;
  readonly at: number;
  readonly reason: string;
}

export interface StatusChange {
  readonly from: PaymentStatus | null;
  readonly to: PaymentStatus;
  readonly at: number;
  readonly reason: string;
}

/** What the bank finds out about a payment after its creation. An absent or null field changes nothing. */
export interface Findings {
  readonly fundsAvailable?: boolean | null;
  readonly debtorName?: string;
  readonly payer?: Payer | null;
}

/** Identifies a payment in a request. */
export interface PaymentIdInput {
  /** null: the request has only the id (GraphQL). */
  readonly product: Product | null;
  readonly paymentId: string;
}

export interface CreatePaymentInput {
  readonly product: Product;
  readonly instruction: Instruction;
  readonly allowLogicalDuplicate: boolean;
  /** Warnings from reading the request. */
  readonly warnings: readonly TppMessage[];
}

export interface BasketIdInput {
  readonly basketId: string;
}

/** An absent field does not filter. */
export interface PaymentFilter {
  readonly statuses?: readonly PaymentStatus[] | null | undefined;
  /** Product codes. */
  readonly products?: readonly string[] | null | undefined;
  /** Epoch milliseconds, inclusive. */
  readonly createdFrom?: number | null | undefined;
  readonly createdTo?: number | null | undefined;
  /** Decimal texts, inclusive. */
  readonly amountFrom?: string | null | undefined;
  readonly amountTo?: string | null | undefined;
  readonly currency?: string | null | undefined;
  /** A part of the creditor's name, of the remittance or of the id. Upper and lower case are not distinguished. */
  readonly text?: string | null | undefined;
}

export interface PaymentOrder {
  /** AMOUNT: a payment without an amount counts as zero, and currencies are ignored. */
  readonly by: 'CREATED_AT' | 'AMOUNT';
  readonly ascending: boolean;
}

export const newestFirst: PaymentOrder = { by: 'CREATED_AT', ascending: false };

/** Keyset cursor: creation time in epoch milliseconds, or the amount as text. */
export interface PaymentKey {
  readonly value: number | string;
  readonly paymentId: string;
}

export const headProperties = [
  'paymentId',
  'tppId',
  'product',
  'status',
  'fundsAvailable',
  'createdAt',
] as const satisfies readonly (keyof PaymentRecord)[];

/** The part of a payment that the response with its status needs. */
export type PaymentHead = Pick<PaymentRecord, (typeof headProperties)[number]>;

export interface PaymentListOptions {
  /** Newest first by default. */
  readonly order?: PaymentOrder;
  /** Whether the list reads short instructions. Long ones are read later in parts. */
  readonly withInstructions?: boolean;
}

export const listedProperties = [
  'paymentId',
  'tppId',
  'product',
  'status',
  'amount',
  'currency',
  'debtorAccount',
  'debtorName',
  'creditorName',
  'fundsAvailable',
  'fee',
  'createdAt',
  'psuId',
] as const satisfies readonly (keyof PaymentRecord)[];

/** `instruction` is absent if it was not requested, or if it is long. A long instruction is read later, in parts. */
export type ListedPayment = Pick<PaymentRecord, (typeof listedProperties)[number]> &
  Partial<Pick<PaymentRecord, 'instruction'>>;

export interface PaymentStore {
  /** Marks the payment as the latest with its fingerprint; throws a Collision if another payment has this mark. */
  insert(payment: PaymentRecord): Promise<void>;
  find(tppId: string, paymentId: string): Promise<PaymentRecord | null>;
  /** Reads only a few columns. `head` and `lock` find only payments of the TPP for which this store was made. */
  head(paymentId: string): Promise<PaymentHead | null>;
  /**
   * Removes the mark of the latest payment with the fingerprint and locks that payment, so that a new one can be inserted.
   * true: a payment with the fingerprint was created after `since`, and is neither rejected nor cancelled.
   */
  releaseFingerprint(tppId: string, fingerprint: string, since: number): Promise<boolean>;
  /** Returns the same as `releaseFingerprint`, but changes nothing. */
  hasDuplicate(tppId: string, fingerprint: string, since: number): Promise<boolean>;
  /** false: another transaction was first and has changed the status. */
  move(move: PaymentMove, findings?: Findings): Promise<boolean>;
  lock(paymentId: string): Promise<PaymentRecord | null>;
  /** Locks the payments of the TPP in the order of their ids. */
  lockMany(tppId: string, paymentIds: readonly string[]): Promise<readonly PaymentRecord[]>;
  amend(paymentId: string, findings: Findings): Promise<void>;
}

/** A part of the transfers of a payment. */
export interface TransferRange {
  readonly paymentId: string;
  readonly offset: number;
  readonly limit: number;
}

export interface PaymentLists {
  page(
    tppId: string,
    filter: PaymentFilter,
    page: Page<PaymentKey>,
    options?: PaymentListOptions,
  ): Promise<readonly ListedPayment[]>;
  /** Counts at most `atMost` items. */
  count(tppId: string, filter: PaymentFilter, atMost: number): Promise<number>;
  /** Finds only payments of the TPP. */
  findMany(tppId: string, paymentIds: readonly string[]): Promise<readonly ListedPayment[]>;
  /** Counts payments created since `from`, but only the newest `atMost`. */
  countPerDay(tppId: string, from: number, atMost: number): Promise<readonly DayCount[]>;
  /** In the order of the entries. */
  entryOutcomesOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly EntryOutcome[]>>;
  /** One list for each range. */
  entryOutcomesIn(ranges: readonly TransferRange[]): Promise<readonly (readonly EntryOutcome[])[]>;
  /** Counts the executions of each standing order, without the executions that the bank left out. */
  executedCounts(paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The next execution of each approved standing order that this service carries out itself. */
  dueExecutionsOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, DueExecution>>;
  /** Oldest first. */
  statusChangesOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly StatusChange[]>>;
  /** Instructions without the entries of bulk payments. */
  instructionsWithoutEntries(
    tppId: string,
    paymentIds: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  /** The first `atMost` different creditor names of each payment. */
  creditorNames(
    tppId: string,
    paymentIds: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** One list for each range; null: there are more than `atMost` transfers in all. */
  transfers(
    tppId: string,
    ranges: readonly TransferRange[],
    atMost: number,
  ): Promise<readonly (readonly Transfer[])[] | null>;
}

/** Payments of one day in Oslo with one status and currency. */
export interface DayCount {
  readonly date: string;
  readonly status: PaymentStatus;
  readonly currency: string | null;
  readonly count: number;
  /** Sum of the amounts; null: the payments have no amount. */
  readonly amount: string | null;
}

export interface BasketRecord extends StoredPsu {
  readonly basketId: string;
  readonly tppId: string;
  readonly redirectUri: string;
  /** OPEN until the basket is approved, rejected or deleted. */
  readonly state: 'OPEN' | 'APPROVED' | 'REJECTED' | 'DELETED';
  readonly createdAt: number;
}

export interface BasketStore {
  /** false: a payment is already in an open basket. */
  insert(basket: BasketRecord, paymentIds: readonly string[]): Promise<boolean>;
  find(tppId: string, basketId: string): Promise<BasketRecord | null>;
  /** Newest first, without deleted baskets. */
  page(tppId: string, page: Page<string>): Promise<readonly BasketRecord[]>;
  /** Counts at most `atMost` items. */
  count(tppId: string, atMost: number): Promise<number>;
  paymentsOfMany(
    basketIds: readonly string[],
    withInstructions: boolean,
  ): Promise<ReadonlyMap<string, readonly ListedPayment[]>>;
  /** In the order of the basket. */
  paymentsOf(basketId: string): Promise<readonly PaymentRecord[]>;
  /** Locks the payments in the order of their ids. Returns them in the order of the basket. */
  lockPayments(basketId: string): Promise<readonly PaymentRecord[]>;
  /** The newest basket of each payment, without deleted baskets. */
  newestBasketsOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, BasketRecord>>;
  openBasketIdOf(paymentId: string): Promise<string | null>;
  /** Sets the state. The basket keeps its payments, but another basket may now contain them too. */
  close(basketId: string, state: 'APPROVED' | 'REJECTED' | 'DELETED'): Promise<void>;
}
