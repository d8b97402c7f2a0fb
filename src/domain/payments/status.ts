/**
 * Payment statuses and the moves between them, as one table per way of settling.
 * Every move that the service makes is looked up here; docs/statuses.md is made from these tables.
 */
import { type Lifecycle, lifecycle, type StatusTable } from '../lifecycle.ts';
import type { Branded } from '../values/brand.ts';

/**
 * The twelve values of `transactionStatus`, each with its name in ISO 20022, as people read it, and what it means here;
 * PRSY belongs to bulk payments alone.
 */
export const statusMeanings = {
  RCVD: 'Received: the PSU has not approved it.',
  PDNG: 'Pending: the PSU has approved it, and the bank has not executed it yet.',
  ACTC: 'Accepted technically: its form and the authentication of the PSU have been checked.',
  ACCP: 'Accepted for the customer: a single payment waits for funds, or a periodic payment is running.',
  ACSP: 'Settlement in process: the bank is executing it.',
  ACWC: 'Accepted with change: the bank will execute it with a change, such as on another day.',
  ACWP: 'Accepted without posting: it is settled, but not yet booked on the account of the creditor.',
  ACSC: 'Settled: the money has left the debtor account.',
  RJCT: 'Rejected: the PSU or the bank rejected it, or it expired. No money has moved.',
  CANC: 'Cancelled: it was withdrawn before its execution, or it is a periodic payment that was stopped.',
  PART: 'Partially accepted: some entries of a bulk payment were settled, the others rejected.',
  PRSY: 'Partially processed: some entries of a bulk payment have been executed, and others have not.',
} as const;

export type PaymentStatus = keyof typeof statusMeanings;

export const paymentStatuses = Object.keys(statusMeanings) as readonly PaymentStatus[];

/** How a product reaches its end. */
export type Settlement = 'BATCH' | 'INSTANT' | 'SCHEDULE' | 'ENTRIES';

/** A table in full: what is not listed has no followers. */
const table = (moves: Partial<StatusTable<PaymentStatus>>): StatusTable<PaymentStatus> =>
  Object.fromEntries(paymentStatuses.map((status) => [status, moves[status] ?? []])) as Record<
    PaymentStatus,
    readonly PaymentStatus[]
  >;

/** Which status may follow which; the final ones (ACSC, RJCT, CANC, PART) have no followers. */
export const paymentMoves: Readonly<Record<Settlement, StatusTable<PaymentStatus>>> = {
  BATCH: table({
    RCVD: ['PDNG', 'RJCT', 'CANC'],
    PDNG: ['ACCP', 'ACSP', 'ACSC', 'RJCT', 'CANC'],
    ACCP: ['ACSP', 'ACSC', 'RJCT', 'CANC'],
    ACSP: ['ACSC', 'RJCT', 'CANC'],
  }),
  INSTANT: table({
    RCVD: ['ACSC', 'ACSP', 'RJCT', 'CANC'],
    ACSP: ['ACSC', 'RJCT', 'CANC'],
  }),
  SCHEDULE: table({
    RCVD: ['ACCP', 'RJCT', 'CANC'],
    ACCP: ['ACSC', 'RJCT', 'CANC'],
  }),
  ENTRIES: table({
    RCVD: ['PDNG', 'RJCT', 'CANC'],
    PDNG: ['ACCP', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'],
    ACCP: ['ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'],
    ACSP: ['ACSC', 'PART', 'RJCT', 'CANC'],
  }),
};

/** The lifecycle of payments that settle in the given way. */
export const paymentLifecycles: Readonly<Record<Settlement, Lifecycle<PaymentStatus>>> = {
  BATCH: lifecycle(paymentMoves.BATCH),
  INSTANT: lifecycle(paymentMoves.INSTANT),
  SCHEDULE: lifecycle(paymentMoves.SCHEDULE),
  ENTRIES: lifecycle(paymentMoves.ENTRIES),
};

const tables = Object.values(paymentMoves);
const reached = new Set(tables.flatMap((table) => Object.values(table).flat()));
const finals: ReadonlySet<PaymentStatus> = new Set(
  paymentStatuses.filter(
    (status) => reached.has(status) && tables.every((table) => table[status].length === 0),
  ),
);

/** True when a payment may come to this status and no move leads on from it. */
export const isFinal = (status: PaymentStatus): boolean => finals.has(status);

/** True while the PSU has not approved the payment. */
export const awaitsApproval = (status: PaymentStatus): boolean => status === 'RCVD';

/** The statuses with which the interface says whether the account covers the payment. */
const statusesWithFunds: ReadonlySet<PaymentStatus> = new Set(['ACCP', 'ACTC', 'ACWC']);

/** Whether the account covers the payment, as an answer shows it; null: the answer does not say. */
export const shownFunds = (payment: {
  readonly status: PaymentStatus;
  readonly fundsAvailable: boolean | null;
}): boolean | null => (statusesWithFunds.has(payment.status) ? payment.fundsAvailable : null);

/** The status that the approval of the PSU leads to. */
export const approvedStatus: Readonly<Record<Settlement, PaymentStatus>> = {
  BATCH: 'PDNG',
  INSTANT: 'ACSC',
  SCHEDULE: 'ACCP',
  ENTRIES: 'PDNG',
};

/**
 * A change of a payment's status, looked up in the table of its settlement when it is made. Stores take nothing else, so
 * that a move which the table does not have cannot be written.
 */
export interface PaymentChange {
  readonly paymentId: string;
  readonly from: PaymentStatus;
  readonly to: PaymentStatus;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly reason: string;
}

/** A change that the table allows, or none: `from` and `to` are equal when only something else is recorded. */
export type PaymentMove = Branded<PaymentChange, 'PaymentMove'>;

/** The move; one that the table does not have is a defect. */
export function paymentMove(settlement: Settlement, change: PaymentChange): PaymentMove {
  const { from, to } = change;
  if (!paymentLifecycles[settlement].mayMove(from, to))
    throw new Error(`a ${settlement} payment never moves from ${from} to ${to}`);
  return change as PaymentMove;
}

/**
 * The order in which a remote bank tells of statuses that are not final. It may leave some out, and says more than our own
 * bank does; going back is no news.
 */
const orderOfReports: readonly PaymentStatus[] = [
  'RCVD',
  'ACTC',
  'PDNG',
  'ACCP',
  'ACWC',
  'ACSP',
  'PRSY',
  'ACWP',
];
/** Statuses that only a payment with entries has. */
const ofEntries: ReadonlySet<PaymentStatus> = new Set(['PRSY', 'PART']);

/** A status as a remote bank writes it; null: none of ours. What has come to the creditor has left the debtor. */
export const reportedStatus = (text: string): PaymentStatus | null =>
  paymentStatuses.find((one) => one === (text === 'ACCC' ? 'ACSC' : text)) ?? null;

/** Whether a payment may have come from one status to the other when a remote bank says so. */
export const mayBeReported = (settlement: Settlement, from: PaymentStatus, to: PaymentStatus): boolean =>
  !isFinal(from) &&
  (settlement === 'ENTRIES' || !ofEntries.has(to)) &&
  (isFinal(to) || orderOfReports.indexOf(to) > orderOfReports.indexOf(from));

/** The move that a remote bank has told of; null where it is none that can have happened. */
export const reportedMove = (settlement: Settlement, change: PaymentChange): PaymentMove | null =>
  mayBeReported(settlement, change.from, change.to) ? (change as PaymentMove) : null;

/** A payment whose status does not change. */
export function noMove({
  status,
  ...change
}: Omit<PaymentChange, 'from' | 'to'> & { status: PaymentStatus }): PaymentMove {
  return { ...change, from: status, to: status } as PaymentMove;
}
