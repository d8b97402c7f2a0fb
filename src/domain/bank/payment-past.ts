/** The past of a payment of a seed: all that the simulated bank would have done with the payment. */
import { type Transfer, transfersOf } from '../payments/instruction.ts';
import { planOf } from '../payments/plan.ts';
import type { PaymentStatus, Settlement } from '../payments/status.ts';
import { type SeedPayment, timesOf } from '../sandbox/seed-payment.ts';
import { type Execution, executionsFrom } from '../schedule/periodic.ts';
import type { PeriodicPlan } from '../schedule/plan.ts';
import { type IsoDate, toDayNumber } from '../values/iso-date.ts';
import { nextBatchRun, todayInOslo } from '../values/oslo-time.ts';
import { hasReachedLastRun } from './due.ts';
import { dueTimeOf, lastMoveOfPlan } from './executions.ts';
import { isApproval, movesOf, type PastMove, settledReason } from './past-moves.ts';

interface PastEntry {
  readonly position: number;
  readonly status: PaymentStatus;
  readonly at: number;
  readonly reason: string;
}

interface PastExecution {
  readonly nominalDate: IsoDate;
  readonly date: IsoDate;
  readonly at: number;
}

export interface PastBooking {
  /** As in `Posting`. */
  readonly transferNumber: number;
  readonly transfer: Transfer;
  readonly at: number;
}

export interface PaymentPast {
  readonly createdAt: number;
  readonly status: PaymentStatus;
  readonly updatedAt: number;
  readonly isApproved: boolean;
  readonly fundsAvailable: boolean | null;
  readonly moves: readonly PastMove[];
  readonly entries: readonly PastEntry[];
  readonly executions: readonly PastExecution[];
  readonly nextExecution: Execution | null;
  readonly bookings: readonly PastBooking[];
}

const noFundsReason = 'not enough funds';

/** `now`: the start of the sandbox. `executionsAtMost` is the limit if the seed lists no executions. */
export function pastOf(payment: SeedPayment, now: number, executionsAtMost: number): PaymentPast {
  const { settlement } = payment.product;
  const { createdAt = now } = payment;
  // The end of the payment and its executions depend on each other, so the moves are computed twice, first with the end at `now`.
  const provisionalMoves = movesOf(payment, { createdAt, now, lastResultAt: null });
  const { executions, next } = executionsOf(payment, provisionalMoves, now, executionsAtMost);
  const allResultTimes = [...executions, ...timesOf(payment).resultTimes].map(({ at }) => at);
  const lastResultAt = allResultTimes.length === 0 ? null : Math.max(...allResultTimes);
  const moves = movesOf(payment, { createdAt, now, lastResultAt });
  const isRunningPlan = settlement === 'SCHEDULE' && moves.at(-1)?.to === 'ACCP';
  // A sandbox may start long after its seed file was written, so the plan may be over by now.
  if (isRunningPlan && next === null)
    moves.push({ from: 'ACCP', at: lastResultAt ?? now, ...lastMoveOfPlan(executions.length) });
  const lastMove = moves.at(-1);
  const status = lastMove?.to ?? 'RCVD';
  const updatedAt = lastMove?.at ?? createdAt;
  const entries = entriesOf(payment, status, updatedAt);
  const bookings = bookingsOf(payment, status, updatedAt, { entries, executions });
  return {
    createdAt,
    status,
    updatedAt,
    moves,
    entries,
    executions,
    bookings,
    nextExecution: next,
    isApproved: isApproval(moves[0]),
    fundsAvailable: payment.fundsAvailable ?? fundsOf(settlement, status, bookings.length),
  };
}

function entriesOf(payment: SeedPayment, status: PaymentStatus, updatedAt: number): readonly PastEntry[] {
  const { product, entries = [], instruction } = payment;
  if (product.settlement !== 'ENTRIES') return [];
  const seedEntries = new Map(entries.map((entry) => [entry.index, entry]));
  const unlistedStatus = statusOfUnlistedEntries[status];
  return transfersOf(instruction).flatMap((_, position): PastEntry[] => {
    const entry = seedEntries.get(position);
    const entryStatus = entry?.status ?? unlistedStatus;
    if (entryStatus === undefined) return [];
    const reason = entry?.reason ?? (entryStatus === 'ACSC' ? settledReason : noFundsReason);
    return [{ position, status: entryStatus, at: entry?.at ?? updatedAt, reason }];
  });
}

/** By the status of the payment. Absent: entries that the seed does not list have no status of their own. */
const statusOfUnlistedEntries: Partial<Record<PaymentStatus, PaymentStatus>> = {
  ACSC: 'ACSC',
  PART: 'RJCT',
  ACCP: 'ACCP',
};

/** `next` is null if the payment has ended, or if its plan has no further execution. */
interface PastExecutions {
  readonly executions: readonly PastExecution[];
  readonly next: Execution | null;
}

/** The moves of a periodic payment are its approval and its end, or only a rejection or cancellation. */
function executionsOf(
  payment: SeedPayment,
  [approval, end]: readonly PastMove[],
  now: number,
  executionsAtMost: number,
): PastExecutions {
  if (payment.product.settlement !== 'SCHEDULE' || approval === undefined || !isApproval(approval))
    return { executions: [], next: null };
  const plan = planOf(payment.instruction);
  const approvedAt = approval.at;
  const seedTimes =
    payment.executions && new Map(payment.executions.map(({ nominalDate, at }) => [nominalDate, at]));
  const endAt = end?.at ?? now;
  const countAtMost = seedTimes?.size ?? executionsAtMost;
  const executions: PastExecution[] = [];
  for (const execution of executionsFrom(plan, todayInOslo(approvedAt))) {
    const { nominalDate, date } = execution;
    const dueAt = dueTimeOf(execution, approvedAt);
    if (dueAt > endAt || executions.length >= countAtMost) break;
    if (seedTimes === undefined || seedTimes.has(nominalDate))
      executions.push({ nominalDate, date, at: seedTimes?.get(nominalDate) ?? dueAt });
  }
  const lastNominal = executions.at(-1)?.nominalDate ?? null;
  return {
    executions,
    next: end === undefined ? nextOpenExecution(plan, approvedAt, now, lastNominal) : null,
  };
}

/**
 * The first execution that the bank can still carry out at `now`. The bank tries an execution until the last run of its day. If the
 * approval came after that run, the bank tries until the last run of the next bank day.
 */
function nextOpenExecution(
  plan: PeriodicPlan,
  approvedAt: number,
  now: number,
  lastNominal: IsoDate | null,
): Execution | null {
  const today = todayInOslo(now);
  const dayOfRunAfterApproval = nextBatchRun(approvedAt).date;
  const firstOpenDay = dayOfRunAfterApproval >= today ? todayInOslo(approvedAt) : today;
  for (const execution of executionsFrom(plan, firstOpenDay)) {
    const wasBooked = lastNominal !== null && execution.nominalDate <= lastNominal;
    const isPossible = dueTimeOf(execution, approvedAt) > now || !hasReachedLastRun(now);
    if (!wasBooked && isPossible) return execution;
  }
  return null;
}

function bookingsOf(
  { product: { settlement }, instruction }: SeedPayment,
  status: PaymentStatus,
  updatedAt: number,
  past: Pick<PaymentPast, 'entries' | 'executions'>,
): readonly PastBooking[] {
  const transfers = transfersOf(instruction);
  const bookingOf = (index: number, at: number, transferNumber = index): PastBooking[] => {
    const transfer = transfers[index];
    return transfer === undefined ? [] : [{ transferNumber, transfer, at }];
  };
  if (settlement === 'ENTRIES')
    return past.entries.flatMap((entry) =>
      entry.status === 'ACSC' ? bookingOf(entry.position, entry.at) : [],
    );
  if (settlement === 'SCHEDULE')
    return past.executions.flatMap(({ nominalDate, at }) => bookingOf(0, at, toDayNumber(nominalDate)));
  return status === 'ACSC' ? bookingOf(0, updatedAt) : [];
}

/** null: the past does not show whether the account had the funds. */
function fundsOf(settlement: Settlement, status: PaymentStatus, bookingCount: number): boolean | null {
  if (status === 'PART') return null;
  // The payment waits for funds. A standing order has this status while it runs.
  if (status === 'ACCP' && settlement !== 'SCHEDULE') return false;
  return bookingCount > 0 ? true : null;
}
