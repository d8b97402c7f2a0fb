/** Times are epoch milliseconds, real time. */
import type { Instruction } from '../../../domain/payments/instruction.ts';
import type { TppMessage } from '../../../domain/refusal.ts';
import type { IsoDate } from '../../../domain/values/iso-date.ts';
import type { StoreKey } from '../../../operations/ports/stores.ts';

export type OrderKind = 'CREDIT_TRANSFER' | 'CANCELLATION';

export type OrderState =
  /** Not sent yet, or sent without a clear response. */
  | 'WAITING'
  | 'SENT'
  /** The core has reported the end of the order. */
  | 'ENDED'
  | 'REFUSED'
  /** An operator must act: the core has a different order under this id, the order cannot be written, or the payment is missing. */
  | 'STUCK'
  | 'WITHDRAWN';

export interface OrderRecord {
  /** A UUID of version 4 as 32 hexadecimal digits, because ISO 20022 has no room for the dashes. */
  readonly orderId: string;
  readonly tppId: string;
  readonly paymentId: string;
  readonly kind: OrderKind;
  readonly cancelledOrderId: string | null;
  readonly executionDate: string;
  /** For a standing order: the nominal day of the execution. */
  readonly nominalDate: string | null;
  readonly debtorName: string;
  /** In `core-system/`: the hash of the order's bytes, and the reply to a cancellation. In the service: null. */
  readonly coreSystemData: { readonly hash: string; readonly answer?: 'CNCL' | 'RJCR' } | null;
  readonly state: OrderState;
  /** Counts attempts to send the order, from the first that may have reached the core. 0: the core cannot have the order. */
  readonly tries: number;
  readonly createdAt: number;
  readonly sendAt: number;
}

export type OrderChange = Partial<Pick<OrderRecord, 'state' | 'executionDate'>>;

export interface ClaimableTpps {
  /** Only TPPs whose ids follow this id. */
  readonly after: string;
  readonly skippedTppIds: readonly string[];
}

export interface OrderStore {
  /** Also wakes the sender. */
  add(order: OrderRecord): Promise<void>;
  /** Withdraws those credit transfers of the payment that the core does not have. */
  withdrawUnsentTransfers(paymentId: string): Promise<void>;
  /** Oldest first. */
  ofPayment(paymentId: string): Promise<readonly OrderRecord[]>;
  find(orderId: string): Promise<OrderRecord | null>;
  /**
   * Claims one due order of each TPP, for up to `limit` TPPs. Executions of standing orders come after the other orders of their TPP.
   * No other process sends the claimed orders before `until`. Their `tries` include this attempt.
   * The result is sorted by TPP id. The last TPP id is the `after` of the next call.
   */
  claimDue(
    times: { readonly now: number; readonly until: number },
    limit: number,
    tpps: ClaimableTpps,
  ): Promise<readonly OrderRecord[]>;
  /** The next attempt may begin at `sendAt`. Changes nothing if the order is no longer WAITING, or has a later claim than `order`. */
  endClaim(order: OrderRecord, change: Pick<OrderRecord, 'sendAt' | 'tries'>): Promise<void>;
  update(orderId: string, change: OrderChange): Promise<void>;
  /** false: the order was not WAITING. */
  updateWaiting(orderId: string, change: OrderChange): Promise<boolean>;
  /** Counts at most `atMost` orders. `since`: when the oldest of them was created; null if there is none. */
  backlog(
    state: Extract<OrderState, 'WAITING' | 'STUCK'>,
    atMost: number,
  ): Promise<{ readonly count: number; readonly since: number | null }>;
  /** Counts at most `atMost` credit transfers that the core has, was to execute before `date`, and has not reported as ended. */
  countUnreported(date: IsoDate, atMost: number): Promise<number>;
}

export interface ReportProgress {
  /** null: no report was processed yet. */
  readonly cursor: string | null;
  /** Since when the cursor has not moved although the core responds; null: the cursor moves. */
  readonly stalledSince: number | null;
}

/** Why the service stops sending an order. */
export const stuckReasons = ['CONFLICT', 'UNWRITABLE', 'NO_PAYMENT'] as const;
export type StuckReason = (typeof stuckReasons)[number];

/** Why the service stores a report as stray: it cannot read or apply the report, or finds no order for it. */
export const strayReasons = ['MALFORMED', 'TOO_LARGE', 'NO_JSON', 'UNKNOWN_ORDER', 'NOT_APPLIED'] as const;
export type StrayReason = (typeof strayReasons)[number];

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
  /** Changes nothing and returns false if another process has moved the cursor from `previousCursor`. */
  saveProgress(
    progress: ReportProgress,
    previousCursor: string | null,
    leasedUntil: number,
  ): Promise<boolean>;
  /** null: the cursor moves. */
  stalledSince(): Promise<number | null>;
  /** Call it in the transaction that applies the report to the order. false: the report is already applied. */
  recordApplied(reportKey: string, orderId: string): Promise<boolean>;
  /** false: the document is already stored for this reason. */
  storeStray(report: StrayReport): Promise<boolean>;
  /** Deletes at most `limit` applied and at most `limit` stray reports. Returns the larger number: if it is `limit`, there may be more. */
  deleteOld(before: number, limit: number): Promise<number>;
}

export const orderStore: StoreKey<OrderStore> = { name: 'orders' };
export const reportStore: StoreKey<ReportStore> = { name: 'reports' };

/**
 * CONFLICT: the core, or the folder ORDERS_DIR, has a different order under this id.
 * `unwritable`: why the order cannot be written as a message, for example because a new profile or schema does not allow it.
 */
export type Delivery =
  | 'DELIVERED'
  | 'CONFLICT'
  | { readonly refused: readonly TppMessage[] }
  | { readonly unwritable: unknown };

export interface OutgoingOrder {
  readonly order: OrderRecord;
  readonly tppName: string;
  readonly product: string;
  readonly instruction: Instruction;
  readonly orderToCancel: OrderRecord | null;
}

/** How many reports one page may have. */
export const reportsAtMost = 100;

/** How many seconds the core may wait for reports: the limit of `wait` in core.openapi.yaml. */
export const maxWaitSeconds = 20;

export interface IncomingReport {
  /** null: the core gave no cursor. The reader's cursor then stays until a later report has a cursor. */
  readonly cursor: string | null;
  readonly document: string;
  /** null: the item fits core.openapi.yaml. */
  readonly fault: { readonly why: StrayReason; readonly detail: string } | null;
}

export interface ReportPage {
  /** Oldest first. With a `fault`: the items that arrived completely; if there are none, the beginning of the first item. */
  readonly reports: readonly IncomingReport[];
  /** null: the service could read the whole response. */
  readonly fault: Extract<StrayReason, 'TOO_LARGE' | 'NO_JSON'> | null;
}
