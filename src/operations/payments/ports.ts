import type { DueExecution } from '../../domain/bank/executions.ts';
import type { Fee } from '../../domain/payments/fee.ts';
import type { AccountReference, Instruction, Transfer } from '../../domain/payments/instruction.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PaymentMove, PaymentStatus } from '../../domain/payments/status.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import type { StoredPsu } from '../authorisations/ports.ts';
import type { Page } from '../ports/page.ts';

/** Plain JSON, so that outcomes can be stored. Times are epoch milliseconds. */
export interface PaymentRecord extends StoredPsu {
  readonly paymentId: string;
  readonly tppId: string;
  /** The code of the product. */
  readonly product: string;
  readonly status: PaymentStatus;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  /** Decimal text; null for a bulk payment in several currencies. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly debtorAccount: AccountReference;
  /** The same for all references to one account. */
  readonly debtorKey: string;
  /** null: nobody has approved yet, an older release took the approval, or the bank behind the service chooses the account. */
  readonly payer: Payer | null;
  readonly debtorName: string | null;
  /** null: the payment has several entries. */
  readonly creditorName: string | null;
  readonly requestedDate: string | null;
  readonly fundsAvailable: boolean | null;
  /** null: the bank reported no fee. */
  readonly fee: Fee | null;
  readonly instruction: Instruction;
  /** Logical duplicates have the same fingerprint: a hash of `duplicateKey`. */
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface EntryOutcome {
  readonly paymentId: string;
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

/** What an approval or the bank has found out about a payment. An absent field changes nothing. */
export interface Findings {
  readonly fundsAvailable?: boolean | null;
  readonly debtorName?: string;
  readonly payer?: Payer | null;
}

export interface PaymentIdInput {
  /** null: the request has only the id (GraphQL). */
  readonly product: Product | null;
  readonly paymentId: string;
}

export interface CreatePaymentInput {
  readonly product: Product;
  readonly instruction: Instruction;
  readonly allowLogicalDuplicate: boolean;
  readonly warnings: readonly TppMessage[];
}

/** An absent field does not filter. All limits are inclusive. */
export interface PaymentFilter {
  readonly statuses?: readonly PaymentStatus[] | null | undefined;
  readonly products?: readonly string[] | null | undefined;
  /** `createdFrom` and `createdTo` are epoch milliseconds. */
  readonly createdFrom?: number | null | undefined;
  readonly createdTo?: number | null | undefined;
  readonly amountFrom?: string | null | undefined;
  readonly amountTo?: string | null | undefined;
  readonly currency?: string | null | undefined;
  /** A part of the creditor's name, of the remittance or of the id, in upper or lower case. */
  readonly text?: string | null | undefined;
}

export interface PaymentOrder {
  /** In the order by amount, a payment without an amount counts as zero, and currencies are ignored. */
  readonly by: 'CREATED_AT' | 'AMOUNT';
  readonly ascending: boolean;
}

export const newestFirst: PaymentOrder = { by: 'CREATED_AT', ascending: false };

/** Keyset cursor. `value`: the creation time or the amount. */
export interface PaymentKey {
  readonly value: number | string;
  readonly paymentId: string;
}

/** What the response with the status of a payment needs. */
export const headProperties = [
  'paymentId',
  'tppId',
  'product',
  'status',
  'fundsAvailable',
  'createdAt',
] as const satisfies readonly (keyof PaymentRecord)[];

export type PaymentHead = Pick<PaymentRecord, (typeof headProperties)[number]>;

export interface PaymentListOptions {
  readonly order?: PaymentOrder;
  /** Whether to read short instructions. */
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

/** Long instructions are always absent. They are read later, in parts. */
export type ListedPayment = Pick<PaymentRecord, (typeof listedProperties)[number]> &
  Partial<Pick<PaymentRecord, 'instruction'>>;

export interface PaymentStore {
  /** Marks the payment as the latest with its fingerprint. Throws a Collision if another payment has this mark. */
  insert(payment: PaymentRecord): Promise<void>;
  find(tppId: string, paymentId: string): Promise<PaymentRecord | null>;
  /** Reads only a few columns. Like `lock`, it finds only payments of the TPP of this store. */
  head(paymentId: string): Promise<PaymentHead | null>;
  /** true: a payment with the fingerprint was created after `since`, and is neither rejected nor cancelled. */
  hasDuplicate(tppId: string, fingerprint: string, since: number): Promise<boolean>;
  /** Removes the mark that `insert` made, so that a new payment with the fingerprint can be inserted. */
  releaseFingerprint(tppId: string, fingerprint: string): Promise<void>;
  /** false: another transaction has changed the status first. Findings that are null change nothing. */
  move(move: PaymentMove, findings?: Findings): Promise<boolean>;
  lock(paymentId: string): Promise<PaymentRecord | null>;
  /** Locks in the order of the ids. */
  lockMany(tppId: string, paymentIds: readonly string[]): Promise<readonly PaymentRecord[]>;
  /** Stores findings, also null, and leaves the status as it is. */
  amend(paymentId: string, findings: Findings): Promise<void>;
}

/** Some consecutive transfers of a payment. */
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
  findMany(tppId: string, paymentIds: readonly string[]): Promise<readonly ListedPayment[]>;
  /** Counts only the newest `atMost` payments. `createdFrom` is epoch milliseconds. */
  countPerDay(tppId: string, createdFrom: number, atMost: number): Promise<readonly DayCount[]>;
  entryOutcomesOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly EntryOutcome[]>>;
  entryOutcomesIn(ranges: readonly TransferRange[]): Promise<readonly (readonly EntryOutcome[])[]>;
  /** Counts the executions of each standing order, except those that the bank left out. */
  executedCounts(paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Contains only standing orders that this service carries out itself. */
  dueExecutionsOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, DueExecution>>;
  /** Oldest first. */
  statusChangesOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly StatusChange[]>>;
  instructionsWithoutEntries(
    tppId: string,
    paymentIds: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  /** Each name once; at most `atMost` names of each payment. */
  creditorNames(
    tppId: string,
    paymentIds: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** null: the ranges together have more than `atMost` transfers. */
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
  /** Settled sum of all payments of the day in the currency, whatever their status. null: nothing is settled. */
  readonly settled: string | null;
}
