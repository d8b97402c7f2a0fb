/** The status changes of a payment of a seed. A time or reason that the seed leaves out is what the simulated bank would use. */
import { requestedDate, transfersOf } from '../payments/instruction.ts';
import {
  isFinal,
  type PaymentChange,
  type PaymentStatus,
  paymentMoves,
  type Settlement,
} from '../payments/status.ts';
import type { SeedPayment } from '../sandbox/seed-payment.ts';
import { nextBatchRun } from '../values/oslo-time.ts';
import { firstRun } from './due.ts';

export type PastMove = Omit<PaymentChange, 'paymentId'>;

type SeedStatusChange = NonNullable<SeedPayment['history']>[number];

/** The simulated bank gives this reason too, so the history of a seeded payment looks like that of an executed one. */
export const settledReason = 'settled on the debtor account';

export const isApproval = (firstMove: PastMove | undefined): boolean =>
  firstMove !== undefined && firstMove.to !== 'RJCT' && firstMove.to !== 'CANC';

/** The statuses after RCVD on the shortest way to `status`, which is the last of them. null: no way leads to `status`. */
export function shortestWay(settlement: Settlement, status: PaymentStatus): readonly PaymentStatus[] | null {
  const ways: PaymentStatus[][] = [[]];
  // Breadth first: the loop also visits the ways that it adds.
  for (const way of ways) {
    const last = way.at(-1) ?? 'RCVD';
    if (last === status) return way;
    for (const next of paymentMoves[settlement][last]) if (!way.includes(next)) ways.push([...way, next]);
  }
  return null;
}

/** The changes of `history`. Without it, those on the shortest way to `status`. */
export function statusChangesOf({
  product,
  history,
  status = 'RCVD',
  reason,
}: SeedPayment): readonly SeedStatusChange[] {
  if (history !== undefined) return history;
  const way = shortestWay(product.settlement, status) ?? [];
  const lastIndex = way.length - 1;
  return way.map((to, index) => (index === lastIndex ? { status: to, reason } : { status: to }));
}

interface Times {
  readonly createdAt: number;
  readonly now: number;
  /** The latest time of an entry or an execution. null: there is none, or `pastOf` has yet to compute the executions. */
  readonly lastResultAt: number | null;
}

export function movesOf(payment: SeedPayment, times: Times): PastMove[] {
  const moves: PastMove[] = [];
  for (const { status: to, at: seedAt, reason } of statusChangesOf(payment)) {
    const previous = moves.at(-1);
    const from = previous?.to ?? 'RCVD';
    const earliest = previous?.at ?? times.createdAt;
    const usualAt = previous === undefined ? earliest : usualTime(payment, previous, to, times);
    const at = seedAt ?? Math.max(earliest, Math.min(usualAt, times.now));
    moves.push({ from, to, at, reason: reason ?? reasonFor(payment, from, to) });
  }
  return moves;
}

/** The time at which the bank would make the move to the status `to` after the move `previous`. */
function usualTime(
  { product, instruction }: SeedPayment,
  previous: PastMove,
  to: PaymentStatus,
  { now, lastResultAt }: Times,
): number {
  if (to === 'CANC') return previous.at;
  if (product.settlement === 'SCHEDULE') return lastResultAt ?? now;
  const followsApproval = previous.from === 'RCVD';
  const waitsForRequestedDate = followsApproval && product.settlement !== 'INSTANT';
  const run = waitsForRequestedDate
    ? firstRun(previous.at, requestedDate(instruction))
    : nextBatchRun(previous.at);
  return isFinal(to) && lastResultAt !== null ? Math.max(run.at, lastResultAt) : run.at;
}

function reasonFor(
  { product: { settlement }, entries, instruction }: SeedPayment,
  from: PaymentStatus,
  to: PaymentStatus,
): string {
  if (from === 'RCVD') {
    if (to === 'CANC') return 'cancelled by the TPP';
    if (to === 'RJCT') return 'rejected by the PSU';
    return to === 'ACSC' ? 'approved by the PSU and settled at once' : 'approved by the PSU';
  }
  if (to === 'PART') {
    const settledCount = (entries ?? []).filter(({ status }) => status === 'ACSC').length;
    return `${settledCount} of ${transfersOf(instruction).length} entries were settled`;
  }
  if (to === 'ACSC' && settlement === 'ENTRIES') return 'every entry was settled';
  if (to === 'ACSC' && settlement === 'SCHEDULE') return 'the last execution is over';
  return usualReasons[to] ?? 'changed by the bank';
}

const usualReasons: Partial<Record<PaymentStatus, string>> = {
  ACSC: settledReason,
  ACCP: 'not enough funds; tried again at the next run',
  ACSP: 'settlement is under way',
  RJCT: 'rejected by the bank',
  CANC: 'cancellation approved by the PSU',
};
