/** What operations on payments and signing baskets need from the outside: the records as kept, and their stores. */
import type { Fee } from '../../domain/payments/fee.ts';
import type { AccountReference, Instruction } from '../../domain/payments/instruction.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PaymentMove, PaymentStatus } from '../../domain/payments/status.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import type { KeptPsu } from '../authorisations/ports.ts';
import type { Page } from '../ports/page.ts';
import type { PaymentParts, TransferRange } from '../ports/payment-parts.ts';

/** A payment as kept. Plain JSON data: times are epoch milliseconds, so that an outcome can be stored and replayed. */
export interface PaymentRecord extends KeptPsu {
  readonly paymentId: string;
  readonly tppId: string;
  /** The product's code: INDCTS, NDCT … */
  readonly product: string;
  readonly status: PaymentStatus;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  /** Decimal text; null for a bulk payment in several currencies. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly debtorAccount: AccountReference;
  readonly debtorKey: string;
  /** null before the approval, and where the release before this column has approved it: its number finds it then. */
  readonly payer: Payer | null;
  readonly debtorName: string | null;
  readonly creditorName: string | null;
  readonly requestedDate: string | null;
  readonly fundsAvailable: boolean | null;
  /** As the bank reported it; null: none. */
  readonly fee: Fee | null;
  readonly instruction: Instruction;
  /** Hash of what makes two payments logical duplicates. */
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface EntryOutcome {
  readonly paymentId: string;
  /** Index in the list of the bulk payment, from 0. */
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

/** What the bank finds out after the creation; what is absent or null stays as it is. */
export interface Findings {
  readonly fundsAvailable?: boolean | null;
  readonly debtorName?: string;
  readonly payer?: Payer | null;
}

export interface PaymentName {
  /** The product of the path; null when the id alone names it (GraphQL). */
  readonly product: Product | null;
  readonly paymentId: string;
}

export interface CreatePaymentInput {
  readonly product: Product;
  readonly instruction: Instruction;
  readonly allowLogicalDuplicate: boolean;
  /** Warnings that the doors found while reading the request. */
  readonly warnings: readonly TppMessage[];
}

export interface BasketName {
  readonly basketId: string;
}

/** Which payments a list holds; what is absent does not filter. */
export interface PaymentFilter {
  readonly statuses?: readonly PaymentStatus[] | null | undefined;
  /** Product codes. */
  readonly products?: readonly string[] | null | undefined;
  /** Epoch milliseconds, inclusive. */
  readonly createdFrom?: number | null | undefined;
  readonly createdTo?: number | null | undefined;
  /** Decimal texts, inclusive, compared within one currency when `currency` is given. */
  readonly amountFrom?: string | null | undefined;
  readonly amountTo?: string | null | undefined;
  readonly currency?: string | null | undefined;
  /** Part of the creditor's name, the remittance or the id, whatever its case. */
  readonly text?: string | null | undefined;
}

export interface PaymentOrder {
  /** By AMOUNT, a payment without a total counts as zero, and amounts in different currencies are compared as numbers. */
  readonly by: 'CREATED_AT' | 'AMOUNT';
  readonly ascending: boolean;
}

export const newestFirst: PaymentOrder = { by: 'CREATED_AT', ascending: false };

/** The keyset cursor of a payment in a list: the time of its creation in epoch milliseconds, or its amount as text. */
export interface PaymentKey {
  readonly value: number | string;
  readonly paymentId: string;
}

/** What says how far a payment is. */
export const headProperties = [
  'paymentId',
  'tppId',
  'product',
  'status',
  'fundsAvailable',
  'createdAt',
] as const satisfies readonly (keyof PaymentRecord)[];

export type PaymentHead = Pick<PaymentRecord, (typeof headProperties)[number]>;

export interface PaymentListing {
  /** Newest first when absent. */
  readonly order?: PaymentOrder;
  /** Whether short instructions are read at once; the others are read in parts when they are asked for. */
  readonly withInstructions?: boolean;
}

/** What lists hold of a payment, besides a short instruction. */
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

/** A payment in a list; an instruction that is long or was not asked for is absent, and read in parts. */
export type ListedPayment = Pick<PaymentRecord, (typeof listedProperties)[number]> &
  Partial<Pick<PaymentRecord, 'instruction'>>;

/** What outcomes keep of a payment: its instruction never changes, and is read where it is asked for. */
export const withoutInstruction = ({ instruction: _, ...payment }: PaymentRecord): ListedPayment => payment;

export interface PaymentStore {
  /** Inserts the payment as the latest with its fingerprint; where there is one already, the transaction ends in a Collision. */
  insert(payment: PaymentRecord): Promise<void>;
  find(tppId: string, paymentId: string): Promise<PaymentRecord | null>;
  /** The same, with little of it read. */
  head(tppId: string, paymentId: string): Promise<PaymentHead | null>;
  /**
   * Clears the mark of the latest payment with the fingerprint, so that a new one can be inserted, and locks it until the
   * transaction ends. True when one with the fingerprint was created after `since` and is neither rejected nor cancelled.
   */
  stepAside(tppId: string, fingerprint: string, since: number): Promise<boolean>;
  /** Whether one with the fingerprint was created after `since` and is neither rejected nor cancelled; changes nothing. */
  isAlike(tppId: string, fingerprint: string, since: number): Promise<boolean>;
  /** Moves the status with its history if it still is `from`; false when another transaction was faster. */
  move(move: PaymentMove, findings?: Findings): Promise<boolean>;
  lock(paymentId: string): Promise<PaymentRecord | null>;
  /** Those of the payments that belong to the TPP, locked in the order of their ids until the transaction ends. */
  lockMany(tppId: string, paymentIds: readonly string[]): Promise<readonly PaymentRecord[]>;
  /** Sets what the bank finds out later: cover, the debtor's name, the account that pays. */
  amend(paymentId: string, findings: Findings): Promise<void>;
}

export interface PaymentLists extends PaymentParts {
  page(
    tppId: string,
    filter: PaymentFilter,
    page: Page<PaymentKey>,
    listing?: PaymentListing,
  ): Promise<readonly ListedPayment[]>;
  /** How many payments such a list holds, counted up to `atMost`. */
  count(tppId: string, filter: PaymentFilter, atMost: number): Promise<number>;
  /** Those of the payments that belong to the TPP. */
  findMany(tppId: string, paymentIds: readonly string[]): Promise<readonly ListedPayment[]>;
  /** Payments created since `from`, by day, status and currency; of the `atMost` newest ones. */
  days(tppId: string, from: number, atMost: number): Promise<readonly DayCount[]>;
  /** Outcomes of entries of bulk payments, in their order. */
  entriesOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly EntryOutcome[]>>;
  /** The same for ranges of entries: for each range its own. */
  outcomesOf(ranges: readonly TransferRange[]): Promise<readonly (readonly EntryOutcome[])[]>;
  /** Every move since the creation, oldest first. */
  moves(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly StatusChange[]>>;
}

/** Payments of one day in Oslo with one status and currency. */
export interface DayCount {
  readonly date: string;
  readonly status: PaymentStatus;
  readonly currency: string | null;
  readonly count: number;
  /** Their sum; null where they have none. */
  readonly amount: string | null;
}

/** A signing basket as kept. */
export interface BasketRecord extends KeptPsu {
  readonly basketId: string;
  readonly tppId: string;
  readonly redirectUri: string;
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
  /** How many there are, counted up to `atMost`. */
  count(tppId: string, atMost: number): Promise<number>;
  /** The payments of many baskets at once. */
  paymentsOfMany(
    basketIds: readonly string[],
    withInstructions: boolean,
  ): Promise<ReadonlyMap<string, readonly ListedPayment[]>>;
  /** The payments in the order in which the basket names them. */
  paymentsOf(basketId: string): Promise<readonly PaymentRecord[]>;
  /** The same, every row locked, and with them the basket; locks are taken in the order of the ids. */
  lockPayments(basketId: string): Promise<readonly PaymentRecord[]>;
  /** The newest basket that each payment is or was in; deleted baskets aside. */
  ofPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, BasketRecord>>;
  /** The live basket that holds the payment, or null. */
  liveBasket(paymentId: string): Promise<string | null>;
  /** Ends the basket and frees its payments. */
  close(basketId: string, state: 'APPROVED' | 'REJECTED' | 'DELETED'): Promise<void>;
}
