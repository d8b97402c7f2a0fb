/** The statuses of payments and the moves between them, which docs/statuses.md shows. */
import type { Branded } from '../values/brand.ts';

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
  CANC: 'Cancelled: it was withdrawn before its end. What was settled before stays settled.',
  PART: 'Partially accepted: some entries of a bulk payment were settled, the others rejected.',
  PRSY: 'Partially processed: some entries of a bulk payment have been executed, and others have not.',
} as const;

export type PaymentStatus = keyof typeof statusMeanings;

export const paymentStatuses = Object.keys(statusMeanings) as readonly PaymentStatus[];

/**
 * A single payment settles in a batch run (BATCH) or at its approval (INSTANT).
 * A periodic payment settles by its executions (SCHEDULE), a bulk payment by its entries (ENTRIES).
 */
export type Settlement = 'BATCH' | 'INSTANT' | 'SCHEDULE' | 'ENTRIES';

export type StatusTable<S extends string> = Readonly<Record<S, readonly S[]>>;

/** A status that is not listed has no moves. */
const movesTable = (moves: Partial<StatusTable<PaymentStatus>>): StatusTable<PaymentStatus> =>
  Object.fromEntries(
    paymentStatuses.map((status) => [status, moves[status] ?? []]),
  ) as StatusTable<PaymentStatus>;

/** The moves that this service and the simulated bank make. A remote bank may report other moves (`isForwardMove`). */
export const paymentMoves: Readonly<Record<Settlement, StatusTable<PaymentStatus>>> = {
  BATCH: movesTable({
    RCVD: ['PDNG', 'RJCT', 'CANC'],
    PDNG: ['ACCP', 'ACSP', 'ACSC', 'RJCT', 'CANC'],
    ACCP: ['ACSP', 'ACSC', 'RJCT', 'CANC'],
    ACSP: ['ACSC', 'RJCT', 'CANC'],
  }),
  INSTANT: movesTable({
    RCVD: ['ACSC', 'ACSP', 'RJCT', 'CANC'],
    ACSP: ['ACSC', 'RJCT', 'CANC'],
  }),
  SCHEDULE: movesTable({
    RCVD: ['ACCP', 'RJCT', 'CANC'],
    ACCP: ['ACSC', 'RJCT', 'CANC'],
  }),
  ENTRIES: movesTable({
    RCVD: ['PDNG', 'RJCT', 'CANC'],
    PDNG: ['ACCP', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'],
    ACCP: ['ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'],
    ACSP: ['ACSC', 'PART', 'RJCT', 'CANC'],
  }),
};

const finalStatuses: ReadonlySet<PaymentStatus> = new Set(['ACSC', 'RJCT', 'CANC', 'PART']);

export const isFinal = (status: PaymentStatus): boolean => finalStatuses.has(status);

export const awaitsApproval = (status: PaymentStatus): boolean => status === 'RCVD';

const statusesShowingFunds: ReadonlySet<PaymentStatus> = new Set(['ACCP', 'ACTC', 'ACWC']);

/** null: the response does not show the field. */
export const shownFunds = (payment: {
  readonly status: PaymentStatus;
  readonly fundsAvailable: boolean | null;
}): boolean | null => (statusesShowingFunds.has(payment.status) ? payment.fundsAvailable : null);

/** The status after the approval. An instant payment gets ACSC only if the account has the funds. */
export const approvedStatus: Readonly<Record<Settlement, PaymentStatus>> = {
  BATCH: 'PDNG',
  INSTANT: 'ACSC',
  SCHEDULE: 'ACCP',
  ENTRIES: 'PDNG',
};

/** Stores accept only a `PaymentMove`. */
export interface PaymentChange {
  readonly paymentId: string;
  readonly from: PaymentStatus;
  readonly to: PaymentStatus;
  readonly at: number;
  readonly reason: string;
}

/** A change in the table, a change that a remote bank may report, or a change to the same status. */
export type PaymentMove = Branded<PaymentChange, 'PaymentMove'>;

export function paymentMove(settlement: Settlement, change: PaymentChange): PaymentMove {
  const { from, to } = change;
  if (!paymentMoves[settlement][from].includes(to))
    throw new Error(`a ${settlement} payment never moves from ${from} to ${to}`);
  return change as PaymentMove;
}

/** The open statuses, in the order in which a remote bank reports them. The bank may skip some. */
const openStatusOrder: readonly PaymentStatus[] = [
  'RCVD',
  'ACTC',
  'PDNG',
  'ACCP',
  'ACWC',
  'ACSP',
  'PRSY',
  'ACWP',
];
const bulkOnlyStatuses: ReadonlySet<PaymentStatus> = new Set(['PRSY', 'PART']);

/** null: `text` is no known status. ACCC (the creditor has the money) is read as ACSC. */
export function statusOfUpstream(text: string): PaymentStatus | null {
  const code = text === 'ACCC' ? 'ACSC' : text;
  return paymentStatuses.find((status) => status === code) ?? null;
}

/** Whether a remote bank can have made the move. */
export function isForwardMove(settlement: Settlement, from: PaymentStatus, to: PaymentStatus): boolean {
  if (isFinal(from)) return false;
  if (bulkOnlyStatuses.has(to) && settlement !== 'ENTRIES') return false;
  return isFinal(to) || openStatusOrder.indexOf(to) > openStatusOrder.indexOf(from);
}

export const moveIfForward = (settlement: Settlement, change: PaymentChange): PaymentMove | null =>
  isForwardMove(settlement, change.from, change.to) ? (change as PaymentMove) : null;

export function requireForwardMove(settlement: Settlement, change: PaymentChange): PaymentMove {
  const move = moveIfForward(settlement, change);
  if (move !== null) return move;
  throw new Error(`a ${settlement} payment never moves from ${change.from} to ${change.to}`);
}

/** `PaymentStore.move` adds `reason` to the history of the payment. `BankQueueStore.move` stores only `fundsAvailable`. */
export function moveToSameStatus({
  status,
  ...change
}: Omit<PaymentChange, 'from' | 'to'> & { status: PaymentStatus }): PaymentMove {
  return { ...change, from: status, to: status } as PaymentMove;
}
