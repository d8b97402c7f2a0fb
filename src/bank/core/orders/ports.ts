/**
 * Orders to a core system, written in the transaction of the status that they follow from, and what has become of them: how
 * they are stored, how they are carried, and what reports say. Times are epoch milliseconds, real time.
 */
import type { Instruction } from '../../../domain/payments/instruction.ts';
import type { EntryFinder, Report } from '../../../domain/payments/reports/report.ts';
import type { TppMessage } from '../../../domain/refusal.ts';

export type OrderKind = 'CREDIT_TRANSFER' | 'CANCELLATION';

export type OrderState =
  /** Not known to be at the core. */
  | 'WAITING'
  /** The core has it. */
  | 'SENT'
  /** The core has said how it ended. */
  | 'ENDED'
  /** The core does not take it. */
  | 'REFUSED'
  /** The core has another order under its id, or it cannot be written: an operator has to look. */
  | 'STUCK'
  /** Taken back before anybody had sent it. */
  | 'WITHDRAWN';

export interface OrderRecord {
  /** A UUID of version 4 in 32 hexadecimal digits, as ISO 20022 has room for. */
  readonly orderId: string;
  readonly tppId: string;
  readonly paymentId: string;
  readonly kind: OrderKind;
  /** The order that a cancellation is about. */
  readonly cancels: string | null;
  /** The day to execute on. */
  readonly executionDate: string;
  /** Of a standing order, the nominal day of this execution. */
  readonly nominalDate: string | null;
  readonly debtorName: string;
  /** What whoever has received the order keeps with it; null at the service that sends it. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly state: OrderState;
  /** How often it has been taken to be sent; what was taken once may be at the core. */
  readonly tries: number;
  readonly createdAt: number;
  /** When it is sent, or sent again. */
  readonly sendAt: number;
}

export interface OrderStore {
  /** Inserts an order, and wakes whoever sends. */
  add(order: OrderRecord): Promise<void>;
  /** Takes back the orders of the payment that nobody has taken; answers how many. */
  withdraw(paymentId: string): Promise<number>;
  /** The orders of the payment, the oldest first. */
  ofPayment(paymentId: string): Promise<readonly OrderRecord[]>;
  find(orderId: string): Promise<OrderRecord | null>;
  /**
   * Takes orders that are due, and keeps them for the caller until `until`; those of one payment in their order, one at a
   * time. `tries` counts this time.
   */
  take(
    times: { readonly now: number; readonly until: number },
    limit: number,
  ): Promise<readonly OrderRecord[]>;
  settle(orderId: string, change: Pick<OrderRecord, 'state' | 'sendAt'>): Promise<void>;
  /** The same of an order that still waits: false when a report, or another process, was faster. */
  settleWaiting(orderId: string, change: Pick<OrderRecord, 'state' | 'sendAt'>): Promise<boolean>;
  /** How many wait, counted up to `atMost`, and since when the oldest; null: none. */
  backlog(atMost: number): Promise<{ readonly count: number; readonly since: number | null }>;
}

/** How far reports are read. */
export interface ReportProgress {
  /** Of the last report that was read; null: none yet. */
  readonly cursor: string | null;
  /** Since when the cursor has stood still though the core answers; null: it has not. */
  readonly stalledSince: number | null;
}

/** Why a report is kept aside, besides what makes it unreadable. */
export const strayReasons = ['MALFORMED', 'TOO_LARGE', 'NO_JSON', 'UNKNOWN_ORDER', 'NOT_APPLIED'] as const;
export type StrayReason = (typeof strayReasons)[number];

/** A report about which nothing can be done here. */
export interface StrayReport {
  /** A StrayReason, or why its document cannot be read. */
  readonly why: string;
  /** Names of elements and fields, never what stands in them. */
  readonly detail: string;
  readonly document: string;
  /** Where the core has it; null: it has not said. */
  readonly cursor: string | null;
}

/** What is kept of reports. */
export interface ReportStore {
  /** How far reports are read, held for the caller until `until`; null: another process reads. */
  lease(times: { readonly now: number; readonly until: number }): Promise<ReportProgress | null>;
  /** Stores the progress, and gives it back at `free`. */
  advance(progress: ReportProgress, free: number): Promise<void>;
  /** Since when the cursor has stood still though the core answers; null: it has not. */
  stalledSince(): Promise<number | null>;
  /** False when the report of the order was applied before. In the transaction of its effect. */
  note(messageId: string, orderId: string): Promise<boolean>;
  /** Keeps a report aside about which nothing can be done here; false when the same document is there already. */
  keepAside(report: StrayReport): Promise<boolean>;
  /** Deletes at most `limit` notes, or reports aside, that are older. */
  forget(before: number, limit: number): Promise<number>;
}

declare module '../../../operations/ports/stores.ts' {
  interface Stores {
    readonly orders: OrderStore;
    readonly reports: ReportStore;
  }
}

/** What became of sending an order. */
export type Delivery = 'HAS_IT' | 'CONFLICT' | { readonly refused: readonly TppMessage[] };

/** An order with what its message holds. */
export interface OutgoingOrder {
  readonly order: OrderRecord;
  readonly tppName: string;
  readonly product: string;
  readonly instruction: Instruction;
  /** The order that is cancelled. */
  readonly cancelled: OrderRecord | null;
}

/** Reports of one page. */
export const reportsAtMost = 100;

/** A report as the core has sent it. */
export interface IncomingReport {
  /** null: the core has given none, so that only a later report leads past it. */
  readonly cursor: string | null;
  readonly document: string;
  /** Why it is none of the interface; null: it is one. */
  readonly fault: { readonly why: StrayReason; readonly detail: string } | null;
}

export interface ReportPage {
  /** The oldest first. Of an answer that could not be read: those that came whole, else the first, as far as it was seen. */
  readonly reports: readonly IncomingReport[];
  /** Why the answer could not be read; null: it could. */
  readonly fault: Extract<StrayReason, 'TOO_LARGE' | 'NO_JSON'> | null;
}

export type ReadReport =
  | { readonly report: Report }
  /** Why it is kept aside: names of elements, never what stands in them. */
  | { readonly aside: string; readonly detail: string };

/** Carries orders to a core system, and its reports back. Each throws a Refusal where it does not answer. */
export interface OrderCarrier {
  /** Writes and sends the message. `doubt`: it may be there, so the core is asked first. */
  send(order: OutgoingOrder, doubt: boolean): Promise<Delivery>;
  /** At most so many of the next reports; waits for a while where there are none. */
  reports(after: string | null, limit: number): Promise<ReportPage>;
  /** When the core last answered any call, epoch milliseconds; null: not since the process began. */
  lastAnswerAt(): number | null;
  /** The last report of the order; null: none yet, or the core does not have it. */
  lastReport(order: OrderRecord): Promise<string | null>;
  read(document: string): ReadReport;
  /** The id of the payment information of an order, or of the one that it cancels. */
  informationIdOf(order: OrderRecord, instruction: Instruction): string;
  /** Finds the entries of an order, or of the one that it cancels, by the names that reports give them. */
  finderOf(
    order: OrderRecord,
    payment: { readonly product: string; readonly instruction: Instruction },
  ): EntryFinder;
  /** Says what an operator has to mend. */
  alarm(of: 'ORDER' | 'REPORT' | 'CURSOR', fields: Readonly<Record<string, string | number>>): void;
}
