/**
 * Orders to a core system, and the core's reports about them. The transaction that approves a payment or a cancellation, or that
 * executes a standing order, also writes the order. Times are epoch milliseconds, real time.
 */
import type { Instruction } from '../../../domain/payments/instruction.ts';
import type { TppMessage } from '../../../domain/refusal.ts';
import type { StoreKey } from '../../../operations/ports/stores.ts';

export type OrderKind = 'CREDIT_TRANSFER' | 'CANCELLATION';

export type OrderState =
  /** This service does not know yet whether the core has the order. */
  | 'WAITING'
  /** The core has the order. */
  | 'SENT'
  /** The core has reported the end of the order. */
  | 'ENDED'
  /** The core refuses the order. */
  | 'REFUSED'
  /** The order can never be sent: the core has a different order under this id, or the payment is missing. An operator must act. */
  | 'STUCK'
  /** The order was withdrawn before it was sent. */
  | 'WITHDRAWN';

export interface OrderRecord {
  /** A UUID of version 4 as 32 hexadecimal digits, because ISO 20022 has no room for the dashes. */
  readonly orderId: string;
  readonly tppId: string;
  readonly paymentId: string;
  readonly kind: OrderKind;
  /** For a cancellation: the order to cancel. */
  readonly cancelledOrderId: string | null;
  readonly executionDate: string;
  /** For a standing order: the nominal day of the execution. */
  readonly nominalDate: string | null;
  readonly debtorName: string;
  /**
   * Only `core-system/` uses this: a hash of the order's bytes and, for a cancellation, the reply of that core system. In the
   * service it is null.
   */
  readonly coreSystemData: { readonly hash: string; readonly answer?: 'CNCL' | 'RJCR' } | null;
  readonly state: OrderState;
  /** The number of attempts to send the order. After the first attempt the core may have the order. */
  readonly tries: number;
  readonly createdAt: number;
  /** When the order is sent next. */
  readonly sendAt: number;
}

export type OrderChange = Pick<OrderRecord, 'state'> & Partial<Pick<OrderRecord, 'sendAt'>>;

export interface OrderStore {
  /** Also wakes the sender. */
  add(order: OrderRecord): Promise<void>;
  /** Withdraws those orders of the payment that no process has started to send. Returns the number of withdrawn orders. */
  withdraw(paymentId: string): Promise<number>;
  /** Oldest first. */
  ofPayment(paymentId: string): Promise<readonly OrderRecord[]>;
  find(orderId: string): Promise<OrderRecord | null>;
  /**
   * Claims the orders that are due at `now`, so that no other process sends them before `until`. Returns only the oldest waiting
   * order of each payment. `tries` includes this attempt.
   */
  claimDue(
    times: { readonly now: number; readonly until: number },
    limit: number,
  ): Promise<readonly OrderRecord[]>;
  update(orderId: string, change: OrderChange): Promise<void>;
  /** Changes the order only if it is still WAITING. false: a report or another process has already changed it. */
  updateWaiting(orderId: string, change: OrderChange): Promise<boolean>;
  /** Counts waiting orders, up to `atMost`. `since`: when the oldest waiting order was created; null if there is none. */
  backlog(atMost: number): Promise<{ readonly count: number; readonly since: number | null }>;
}

export interface ReportProgress {
  /** The position after the last processed report; null: no report was processed yet. */
  readonly cursor: string | null;
  /** Since when the cursor has not moved although the core responds; null: the cursor moves. */
  readonly stalledSince: number | null;
}

/** Why a report cannot be applied. For a document that cannot be read, an UnreadableReason says why. */
export const strayReasons = ['MALFORMED', 'TOO_LARGE', 'NO_JSON', 'UNKNOWN_ORDER', 'NOT_APPLIED'] as const;
export type StrayReason = (typeof strayReasons)[number];

/** A report that cannot be applied. It is stored for an operator. */
export interface StrayReport {
  /** A StrayReason or an UnreadableReason. */
  readonly why: string;
  /** Names of elements and fields, never values. */
  readonly detail: string;
  readonly document: string;
  /** null if the core gave no cursor. */
  readonly cursor: string | null;
}

export interface ReportStore {
  /** Makes this process the only reader of reports until `until`; null: another process is the reader. */
  lease(times: { readonly now: number; readonly until: number }): Promise<ReportProgress | null>;
  /** Stores the progress, and lets the lease end at `leasedUntil`. */
  saveProgress(progress: ReportProgress, leasedUntil: number): Promise<void>;
  /** Since when the cursor has not moved; null: the cursor moves. */
  stalledSince(): Promise<number | null>;
  /** Call it in the transaction that applies the report to the order. false: the report was applied before. */
  recordApplied(reportKey: string, orderId: string): Promise<boolean>;
  /** Stores a report that cannot be applied. false: the document is already stored. */
  storeStray(report: StrayReport): Promise<boolean>;
  /**
   * Deletes rows that are older than `before`, at most `limit` of each table. Returns the larger of the two numbers of deleted
   * rows.
   */
  deleteOld(before: number, limit: number): Promise<number>;
}

export const orderStore: StoreKey<OrderStore> = { name: 'orders' };
export const reportStore: StoreKey<ReportStore> = { name: 'reports' };

/** DELIVERED: the core has the order, or the outbox if orders go to a folder. CONFLICT: it has a different order under this id. */
export type Delivery = 'DELIVERED' | 'CONFLICT' | { readonly refused: readonly TppMessage[] };

export interface OutgoingOrder {
  readonly order: OrderRecord;
  readonly tppName: string;
  readonly product: string;
  readonly instruction: Instruction;
  /** The order to cancel, if `order` is a cancellation. */
  readonly orderToCancel: OrderRecord | null;
}

/** How many reports one page may have. */
export const reportsAtMost = 100;

export interface IncomingReport {
  /** null if the core gave no cursor; then only a later report moves the reader's cursor. */
  readonly cursor: string | null;
  readonly document: string;
  /** Why the item does not fit core.openapi.yaml; null: it fits. */
  readonly fault: { readonly why: StrayReason; readonly detail: string } | null;
}

export interface ReportPage {
  /** Oldest first. An unreadable response gives the items that arrived complete, or else the beginning of the first item. */
  readonly reports: readonly IncomingReport[];
  /** Why the response could not be read; null: it was read. */
  readonly fault: Extract<StrayReason, 'TOO_LARGE' | 'NO_JSON'> | null;
}
