/** Collects the changes of a batch, then writes them in a few statements in one transaction. */

import type { Movement, Posting } from '../../domain/bank/posting.ts';
import type { PaymentStatus, Settlement } from '../../domain/payments/status.ts';
import { noMove, paymentMove } from '../../domain/payments/status.ts';
import type { IsoDate } from '../../domain/values/calendar.ts';
import type { EntryOutcome } from '../../operations/payments/ports.ts';
import type { ClockEvent } from '../../operations/ports/clock.ts';
import type { Ids, Stores } from '../../operations/ports/stores.ts';
import type { ExecutablePayment, ExecutionOutcome, QueuedPayment, SettledMove } from '../ports.ts';

export class Effects {
  readonly postings: Posting[] = [];
  readonly moves: SettledMove[] = [];
  readonly entries: EntryOutcome[] = [];
  readonly executions: ExecutionOutcome[] = [];
  readonly done: string[] = [];
  readonly again: QueuedPayment[] = [];
  readonly events: ClockEvent[] = [];
}

export interface Moment {
  readonly at: number;
  readonly today: IsoDate;
  readonly ids: Ids;
  readonly effects: Effects;
}

export function post(
  { effects, ids, at, today }: Moment,
  payment: ExecutablePayment,
  transfer: number,
  movements: readonly Movement[],
): void {
  const { tppId, paymentId } = payment;
  effects.postings.push({
    postingId: ids.next(),
    tppId,
    kind: 'PAYMENT',
    paymentId,
    transfer,
    at,
    bookingDate: today,
    movements,
  });
}

export interface StatusMove {
  readonly to: PaymentStatus;
  readonly reason: string;
  readonly fundsAvailable?: boolean;
}

/** Adds the move. Without a change of status it stores only the cover. Throws if the status may not change in this way. */
export function moveTo(
  { effects, at }: Moment,
  payment: ExecutablePayment,
  settlement: Settlement,
  { to, reason, fundsAvailable }: StatusMove,
): void {
  const { paymentId, status } = payment;
  const change = { paymentId, at, reason };
  const move =
    to === status ? noMove({ ...change, status }) : paymentMove(settlement, { ...change, from: status, to });
  effects.moves.push({ ...move, fundsAvailable: fundsAvailable ?? null });
}

export function addEvent(
  { effects, at }: Moment,
  kind: ClockEvent['kind'],
  paymentId: string,
  status: PaymentStatus,
  text: string,
): void {
  effects.events.push({ at, kind, paymentId, authorisationId: null, psuId: null, status, text });
}

/** The caller holds the locks of the payments. So a move that fails is a defect, and the transaction stores nothing. */
export async function write(
  stores: Stores,
  tppId: string,
  effects: Effects,
  recording: boolean,
): Promise<void> {
  const { postings, moves, entries, executions, done, again, events } = effects;
  await Promise.all([
    stores.ledger.post(postings),
    stores.work.move(moves),
    stores.work.saveEntries(entries),
    stores.work.saveExecutions(executions),
    stores.work.settle(done, again),
    recording ? stores.clock.record(tppId, events) : undefined,
  ]);
}
