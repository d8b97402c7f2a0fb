/** The status of a payment and its allowed changes, in one table for each settlement. docs/statuses.md shows the tables. */
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
 * How a payment is settled. BATCH: a single payment at a batch run. INSTANT: a single payment at its approval. SCHEDULE: a
 * periodic payment by its executions. ENTRIES: a bulk payment by its entries.
 */
export type Settlement = 'BATCH' | 'INSTANT' | 'SCHEDULE' | 'ENTRIES';

/** The statuses that may follow each status. */
export type StatusTable<S extends string> = Readonly<Record<S, readonly S[]>>;

/** A status that is not listed has no moves. */
const movesTable = (moves: Partial<StatusTable<PaymentStatus>>): StatusTable<PaymentStatus> =>
  Object.fromEntries(
    paymentStatuses.map((status) => [status, moves[status] ?? []]),
  ) as StatusTable<PaymentStatus>;

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

/** Whether a payment ends with the status. */
export const isFinal = (status: PaymentStatus): boolean => finalStatuses.has(status);

export const awaitsApproval = (status: PaymentStatus): boolean => status === 'RCVD';

const statusesShowingFunds: ReadonlySet<PaymentStatus> = new Set(['ACCP', 'ACTC', 'ACWC']);

/** `fundsAvailable` in responses; null: absent from the response. */
export const shownFunds = (payment: {
  readonly status: PaymentStatus;
  readonly fundsAvailable: boolean | null;
}): boolean | null => (statusesShowingFunds.has(payment.status) ? payment.fundsAvailable : null);

/** The status after the approval. An instant payment gets it only if the account has the funds. */
export const approvedStatus: Readonly<Record<Settlement, PaymentStatus>> = {
  BATCH: 'PDNG',
  INSTANT: 'ACSC',
  SCHEDULE: 'ACCP',
  ENTRIES: 'PDNG',
};

/** An unchecked change of the status. Stores accept only a `PaymentMove`. */
export interface PaymentChange {
  readonly paymentId: string;
  readonly from: PaymentStatus;
  readonly to: PaymentStatus;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly reason: string;
}

/** A checked change. The table allows it, a remote bank may report it, or it leaves the status as it is (`moveToSameStatus`). */
export type PaymentMove = Branded<PaymentChange, 'PaymentMove'>;

/** Checks a move by the table. Throws if the table does not have it, which is a defect. */
export function paymentMove(settlement: Settlement, change: PaymentChange): PaymentMove {
  const { from, to } = change;
  if (!paymentMoves[settlement][from].includes(to))
    throw new Error(`a ${settlement} payment never moves from ${from} to ${to}`);
  return change as PaymentMove;
}

/** A remote bank reports statuses in this order, and may skip some. */
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
const bulkStatuses: ReadonlySet<PaymentStatus> = new Set(['PRSY', 'PART']);

/** The status in a response of an upstream bank; null: unknown. ACCC (the creditor has the money) is read as ACSC. */
export function statusOfUpstream(text: string): PaymentStatus | null {
  const code = text === 'ACCC' ? 'ACSC' : text;
  return paymentStatuses.find((status) => status === code) ?? null;
}

/** Whether a remote bank can have made the move: it goes forward, not out of a final status, and to a status of the settlement. */
export const isForwardMove = (settlement: Settlement, from: PaymentStatus, to: PaymentStatus): boolean =>
  !isFinal(from) &&
  (settlement === 'ENTRIES' || !bulkStatuses.has(to)) &&
  (isFinal(to) || orderOfReports.indexOf(to) > orderOfReports.indexOf(from));

/** null: the remote bank cannot have made the move (`isForwardMove`). */
export const moveIfForward = (settlement: Settlement, change: PaymentChange): PaymentMove | null =>
  isForwardMove(settlement, change.from, change.to) ? (change as PaymentMove) : null;

/** As `moveIfForward`, but throws for an impossible move, which is a defect. */
export function requireForwardMove(settlement: Settlement, change: PaymentChange): PaymentMove {
  const move = moveIfForward(settlement, change);
  if (move !== null) return move;
  throw new Error(`a ${settlement} payment never moves from ${change.from} to ${change.to}`);
}

/** A "move" that leaves the status as it is: only other values change, or the history records a reason. */
export function moveToSameStatus({
  status,
  ...change
}: Omit<PaymentChange, 'from' | 'to'> & { status: PaymentStatus }): PaymentMove {
  return { ...change, from: status, to: status } as PaymentMove;
}
