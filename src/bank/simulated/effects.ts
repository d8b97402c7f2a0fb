/** Collects the changes of many payments, and then writes them in a few statements. */
import type { Movement, Posting } from '../../domain/bank/posting.ts';
import type { PaymentStatus, Settlement } from '../../domain/payments/status.ts';
import { moveToSameStatus, paymentMove } from '../../domain/payments/status.ts';
import type { IsoDate } from '../../domain/values/iso-date.ts';
import type { EntryOutcome } from '../../operations/payments/ports.ts';
import type { ClockEvent } from '../../operations/ports/clock.ts';
import type { Ids, Stores } from '../../operations/ports/stores.ts';
import {
  bankQueueStore,
  type ExecutablePayment,
  type ExecutionOutcome,
  type MoveWithFunds,
  type QueuedPayment,
} from '../ports.ts';

export class Effects {
  readonly postings: Posting[] = [];
  readonly moves: MoveWithFunds[] = [];
  readonly entries: EntryOutcome[] = [];
  readonly executions: ExecutionOutcome[] = [];
  readonly idsToDequeue: string[] = [];
  readonly paymentsToEnqueue: QueuedPayment[] = [];
  readonly events: ClockEvent[] = [];
}

export interface BookingContext {
  /** By the TPP's clock. */
  readonly at: number;
  /** In Oslo. */
  readonly today: IsoDate;
  readonly ids: Ids;
  readonly effects: Effects;
}

/** `transferNumber` distinguishes the transfers of one payment. */
export function addPosting(
  { effects, ids, at, today }: BookingContext,
  payment: ExecutablePayment,
  movements: readonly Movement[],
  transferNumber = 0,
): void {
  effects.postings.push({
    postingId: ids.next(),
    kind: 'PAYMENT',
    paymentId: payment.paymentId,
    transferNumber,
    at,
    bookingDate: today,
    movements,
  });
}

export interface StatusMove {
  readonly to: PaymentStatus;
  readonly reason: string;
  /** Absent or null: the stored value does not change. */
  readonly fundsAvailable?: boolean | null;
}

/** If `to` is the current status, only `fundsAvailable` is stored. */
export function addMove(
  { effects, at }: BookingContext,
  payment: ExecutablePayment,
  settlement: Settlement,
  { to, reason, fundsAvailable }: StatusMove,
): void {
  const { paymentId, status } = payment;
  const change = { paymentId, at, reason };
  const move =
    to === status
      ? moveToSameStatus({ ...change, status })
      : paymentMove(settlement, { ...change, from: status, to });
  effects.moves.push({ ...move, fundsAvailable: fundsAvailable ?? null });
}

export function addEvent(
  { effects, at }: BookingContext,
  kind: ClockEvent['kind'],
  paymentId: string,
  status: PaymentStatus,
  text: string,
): void {
  effects.events.push({ at, kind, paymentId, authorisationId: null, psuId: null, status, text });
}

/** The caller holds the locks of the payments, so a move that fails is a defect. */
export async function writeEffects(
  stores: Stores,
  tppId: string,
  effects: Effects,
  recordsEvents: boolean,
): Promise<void> {
  const { postings, moves, entries, executions, idsToDequeue, paymentsToEnqueue, events } = effects;
  const queue = stores.get(bankQueueStore);
  await Promise.all([
    stores.ledger.post(withSortedIds(postings)),
    queue.move(moves),
    queue.saveEntries(entries),
    queue.saveExecutions(executions),
    queue.dequeue(idsToDequeue),
    queue.enqueue(paymentsToEnqueue),
    recordsEvents ? stores.clock.record(tppId, events) : undefined,
  ]);
}

/** Gives the postings ascending ids, because lists sort the bookings of a day by id. Ids made in one millisecond do not ascend. */
function withSortedIds(postings: readonly Posting[]): readonly Posting[] {
  const postingIds = postings.map(({ postingId }) => postingId).sort();
  return postings.map((posting, index) => ({
    ...posting,
    postingId: postingIds[index] ?? posting.postingId,
  }));
}
