/**
 * Orders to a core system, written in the transaction that causes them, and reports about them. Times are epoch milliseconds,
 * real time.
 */
import type { Instruction } from '../../../domain/payments/instruction.ts';
import type { EntryFinder, Report } from '../../../domain/payments/reports/report.ts';
import type { TppMessage } from '../../../domain/refusal.ts';

export type OrderKind = 'CREDIT_TRANSFER' | 'CANCELLATION';

export type OrderState =
  /** The core may not have it. */
  | 'WAITING'
  /** The core has it. */
  | 'SENT'
  /** The core has reported the end. */
  | 'ENDED'
  /** The core refuses it. */
  | 'REFUSED'
  /** The core has a different order under its id, or it cannot be written: an operator must look. */
  | 'STUCK'
  /** Withdrawn before it was sent. */
  | 'WITHDRAWN';

export interface OrderRecord {
  /** A UUID of version 4 as 32 hexadecimal digits, which fit in ISO 20022. */
  readonly orderId: string;
  readonly tppId: string;
  readonly paymentId: string;
  readonly kind: OrderKind;
  /** For a cancellation: the order to cancel. */
  readonly cancels: string | null;
  readonly executionDate: string;
  /** For a standing order: the nominal day of the execution. */
  readonly nominalDate: string | null;
  readonly debtorName: string;
  /** Stored by the receiving core; null at the service that sends the order. */
  readonly coreSystemData: Readonly<Record<string, unknown>> | null;
  readonly state: OrderState;
  /** Number of attempts; after one the core may have the order. */
  readonly tries: number;
  readonly createdAt: number;
  /** When to send it next. */
  readonly sendAt: number;
}

export interface OrderStore {
  /** Also wakes the sender. */
  add(order: OrderRecord): Promise<void>;
  /** Withdraws the orders of the payment that were not claimed; returns how many. */
  withdraw(paymentId: string): Promise<number>;
  /** Oldest first. */
  ofPayment(paymentId: string): Promise<readonly OrderRecord[]>;
  find(orderId: string): Promise<OrderRecord | null>;
  /** Claims orders that are due until `until`; those of one payment in order, one at a time. `tries` includes this attempt. */
  take(
    times: { readonly now: number; readonly until: number },
    limit: number,
  ): Promise<readonly OrderRecord[]>;
  settle(orderId: string, change: Pick<OrderRecord, 'state' | 'sendAt'>): Promise<void>;
  /** For an order that still waits; false if a report or another process was first. */
  settleWaiting(orderId: string, change: Pick<OrderRecord, 'state' | 'sendAt'>): Promise<boolean>;
  /** Counts waiting orders up to `atMost`; `since`: the oldest; null if there are none. */
  backlog(atMost: number): Promise<{ readonly count: number; readonly since: number | null }>;
}

export interface ReportProgress {
  /** Of the last report read; null before the first. */
  readonly cursor: string | null;
  /** Since when the cursor has not moved although the core responds; null if it moves. */
  readonly stalledSince: number | null;
}

/** Why a report is stored unprocessed, besides being unreadable. */
export const strayReasons = ['MALFORMED', 'TOO_LARGE', 'NO_JSON', 'UNKNOWN_ORDER', 'NOT_APPLIED'] as const;
export type StrayReason = (typeof strayReasons)[number];

/** A report that cannot be applied. */
export interface StrayReport {
  /** A StrayReason, or why the document cannot be read. */
  readonly why: string;
  /** Names of elements and fields, never values. */
  readonly detail: string;
  readonly document: string;
  /** null if the core has not given one. */
  readonly cursor: string | null;
}

export interface ReportStore {
  /** Claims the reading until `until`; null if another process reads. */
  lease(times: { readonly now: number; readonly until: number }): Promise<ReportProgress | null>;
  /** Stores the progress and releases the claim at `free`. */
  advance(progress: ReportProgress, free: number): Promise<void>;
  /** null if the cursor moves. */
  stalledSince(): Promise<number | null>;
  /** In the transaction of the report's effect; false if it was applied before. */
  note(messageId: string, orderId: string): Promise<boolean>;
  /** Stores a report that cannot be applied; false if the document is already stored. */
  storeStray(report: StrayReport): Promise<boolean>;
  /** Deletes at most `limit` old rows of each kind. */
  forget(before: number, limit: number): Promise<number>;
}

declare module '../../../operations/ports/stores.ts' {
  interface Stores {
    readonly orders: OrderStore;
    readonly reports: ReportStore;
  }
}

export type Delivery = 'HAS_IT' | 'CONFLICT' | { readonly refused: readonly TppMessage[] };

export interface OutgoingOrder {
  readonly order: OrderRecord;
  readonly tppName: string;
  readonly product: string;
  readonly instruction: Instruction;
  /** For a cancellation. */
  readonly cancelled: OrderRecord | null;
}

export const reportsAtMost = 100;

export interface IncomingReport {
  /** null if the core gave none; then only a later report moves the cursor. */
  readonly cursor: string | null;
  readonly document: string;
  /** Why it does not fit the interface; null if it does. */
  readonly fault: { readonly why: StrayReason; readonly detail: string } | null;
}

export interface ReportPage {
  /** Oldest first. Of an unreadable response: the items that arrived whole, or the beginning of the first. */
  readonly reports: readonly IncomingReport[];
  /** Why the response could not be read; null if it could. */
  readonly fault: Extract<StrayReason, 'TOO_LARGE' | 'NO_JSON'> | null;
}

export type ReadReport =
  | { readonly report: Report }
  /** Why it is stored unprocessed: names of elements, never values. */
  | { readonly unreadable: string; readonly detail: string };

/** Each method throws a Refusal if the core does not respond. */
export interface OrderCarrier {
  /** `doubt`: the core may have the order already, so it is queried first. */
  send(order: OutgoingOrder, doubt: boolean): Promise<Delivery>;
  /** Waits for a while if there are none. */
  reports(after: string | null, limit: number): Promise<ReportPage>;
  /** Epoch milliseconds of the last response; null: none since the process started. */
  lastAnswerAt(): number | null;
  /** null if there is none or the core does not have the order. */
  lastReport(order: OrderRecord): Promise<string | null>;
  read(document: string): ReadReport;
  /** For a cancellation, that of the order to cancel. */
  informationIdOf(order: OrderRecord, instruction: Instruction): string;
  /** For a cancellation, the entries of the order to cancel. */
  finderOf(
    order: OrderRecord,
    payment: { readonly product: string; readonly instruction: Instruction },
  ): EntryFinder;
  /** Reports what an operator must fix. */
  alarm(of: 'ORDER' | 'REPORT' | 'CURSOR', fields: Readonly<Record<string, string | number>>): void;
}
