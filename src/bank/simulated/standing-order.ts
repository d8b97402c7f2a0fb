/**
 * Carries out the due execution of a standing order. If funds lack, each later run of the day tries again. After the last run the
 * execution is left out, and the plan continues.
 */

import { hasReachedLastRun } from '../../domain/bank/due.ts';
import { lastMoveOfPlan } from '../../domain/bank/executions.ts';
import { transfersOf } from '../../domain/payments/instruction.ts';
import { type IsoDate, toDayNumber } from '../../domain/values/iso-date.ts';
import { nextBatchRun } from '../../domain/values/oslo-time.ts';
import { executionAfter } from '../executions.ts';
import {
  type AttemptResult,
  attemptTransfer,
  type CarryOutContext,
  type DuePaymentWithOutcomes,
  reasonOf,
} from './attempt.ts';
import { addEvent, addMove, addPosting } from './effects.ts';

export function carryOutExecution(context: CarryOutContext, duePayment: DuePaymentWithOutcomes): void {
  const { payment, queueRow } = duePayment;
  const [transfer] = transfersOf(payment.instruction);
  if (!transfer || queueRow.nominalDate === null)
    throw new Error('a queued standing order must have a transfer and a nominal date');
  const nominalDate = queueRow.nominalDate as IsoDate;
  const result = attemptTransfer(context, duePayment, transfer);
  const lacksFunds = !result.settled && result.why === 'NO_COVER';
  if (lacksFunds && !hasReachedLastRun(context.at)) {
    tryAgainAtNextRun(context, duePayment, nominalDate);
    return;
  }
  // No two executions of a plan have the same nominal day, so its day number serves as the `transferNumber` of the posting.
  if (result.settled) addPosting(context, payment, result.movements, toDayNumber(nominalDate));
  finishExecution(context, duePayment, nominalDate, result);
}

function tryAgainAtNextRun(
  context: CarryOutContext,
  { payment, queueRow }: DuePaymentWithOutcomes,
  nominalDate: IsoDate,
): void {
  context.effects.paymentsToEnqueue.push({ ...queueRow, dueAt: nextBatchRun(context.at).at });
  const { paymentId, status, fundsAvailable } = payment;
  const reason = 'not enough funds';
  if (fundsAvailable !== false)
    addMove(context, payment, 'SCHEDULE', { to: status, reason, fundsAvailable: false });
  const text = `${nominalDate}: ${reason}; tried again at the next run`;
  addEvent(context, 'PERIODIC_EXECUTION', paymentId, status, text);
}

/** Stores the outcome, and queues the next execution. Without a next one, or if the debtor account was closed, the payment ends. */
function finishExecution(
  context: CarryOutContext,
  { payment, queueRow, executedCount }: DuePaymentWithOutcomes,
  nominalDate: IsoDate,
  result: AttemptResult,
): void {
  const { at, effects } = context;
  const { paymentId, status } = payment;
  const reason = reasonOf(result);
  const outcome = result.settled ? 'EXECUTED' : 'LEFT_OUT';
  const date = queueRow.executionDate ?? nominalDate;
  effects.executions.push({ paymentId, nominalDate, date, at, outcome, reason });
  const isClosed = !result.settled && result.why === 'CLOSED';
  const next = isClosed ? null : executionAfter(payment, nominalDate, at);
  if (next) effects.paymentsToEnqueue.push(next);
  else effects.idsToDequeue.push(paymentId);
  const lastMove = lastMoveOfPlan(result.settled ? executedCount + 1 : executedCount);
  const moveAtEnd = isClosed ? { to: lastMove.to, reason } : lastMove;
  const move = next ? { to: status, reason } : moveAtEnd;
  const fundsAvailable = hadFunds(result) ?? payment.fundsAvailable;
  if (move.to !== status || fundsAvailable !== payment.fundsAvailable)
    addMove(context, payment, 'SCHEDULE', { ...move, fundsAvailable });
  addEvent(context, 'PERIODIC_EXECUTION', paymentId, move.to, `${nominalDate}: ${reason}`);
}

/** null: the result says nothing about funds. */
function hadFunds(result: AttemptResult): boolean | null {
  if (result.settled) return true;
  return result.why === 'NO_COVER' ? false : null;
}
