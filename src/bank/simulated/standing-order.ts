/**
 * Carries out one execution of a standing order, in the first run of its day. If there is no cover, each later run of that day
 * tries again; then the execution is skipped, and the plan continues. The last execution makes the payment ACSC.
 */

import { firstRunOf, isLastOfDay } from '../../domain/bank/due.ts';
import { transfersOf } from '../../domain/payments/instruction.ts';
import { planOf } from '../../domain/payments/plan.ts';
import { nextExecution } from '../../domain/schedule/periodic.ts';
import { type IsoDate, nextBatchSlot } from '../../domain/values/calendar.ts';
import { toDayNumber } from '../../domain/values/iso-date.ts';
import { queuedExecution } from '../executions.ts';
import type { ExecutionOutcome } from '../ports.ts';
import { attempt, type Due, reasonOf, type WorkContext } from './attempt.ts';
import { addEvent, moveTo, post } from './effects.ts';

export function carryOutExecution(context: WorkContext, duePayment: Due): void {
  const { payment, queued: execution } = duePayment;
  const [transfer] = transfersOf(payment.instruction);
  if (!transfer || execution.nominalDate === null)
    throw new Error('a queued standing order must name its execution');
  const nominal = execution.nominalDate as IsoDate;
  const outcome = attempt(context, duePayment, transfer);
  if (outcome.settled) {
    // Executions have different nominal days, so the day's number identifies the transfer.
    post(context, payment, toDayNumber(nominal), outcome.movements);
    finish(context, duePayment, nominal, 'EXECUTED', 'settled on the debtor account');
  } else if (outcome.why === 'NO_COVER' && !isLastOfDay(context.at)) tryAgain(context, duePayment, nominal);
  else if (outcome.why === 'CLOSED') endEarly(context, duePayment, nominal, reasonOf(outcome));
  else finish(context, duePayment, nominal, 'LEFT_OUT', reasonOf(outcome));
}

function tryAgain(context: WorkContext, { payment, queued: execution }: Due, nominal: IsoDate): void {
  context.effects.again.push({ ...execution, dueAt: nextBatchSlot(context.at).at });
  if (payment.fundsAvailable !== false) {
    moveTo(context, payment, 'SCHEDULE', {
      to: payment.status,
      reason: 'not enough funds',
      fundsAvailable: false,
    });
  }
  addEvent(
    context,
    'PERIODIC_EXECUTION',
    payment.paymentId,
    payment.status,
    `${nominal}: not enough funds; tried again at the next run`,
  );
}

/** Ends the plan, because the approved account no longer exists. Executions that are paid stay paid. */
function endEarly(context: WorkContext, duePayment: Due, nominal: IsoDate, reason: string): void {
  const { payment, executed } = duePayment;
  const to = executed > 0 ? 'ACSC' : 'RJCT';
  record(context, duePayment, nominal, 'LEFT_OUT', reason);
  context.effects.done.push(payment.paymentId);
  moveTo(context, payment, 'SCHEDULE', { to, reason });
  addEvent(context, 'PERIODIC_EXECUTION', payment.paymentId, to, `${nominal}: ${reason}`);
}

function record(
  { at, effects }: WorkContext,
  { payment: { paymentId }, queued }: Due,
  nominalDate: IsoDate,
  outcome: ExecutionOutcome['outcome'],
  reason: string,
): void {
  const date = queued.executionDate ?? nominalDate;
  effects.executions.push({ paymentId, nominalDate, date, at, outcome, reason });
}

function finish(
  context: WorkContext,
  duePayment: Due,
  nominal: IsoDate,
  outcome: ExecutionOutcome['outcome'],
  reason: string,
): void {
  const { payment, executed } = duePayment;
  const { paymentId } = payment;
  const { at, effects } = context;
  record(context, duePayment, nominal, outcome, reason);
  const isExecuted = outcome === 'EXECUTED';
  const next = nextExecution(planOf(payment.instruction), nominal);
  const to = next ? payment.status : isExecuted || executed > 0 ? 'ACSC' : 'RJCT';
  if (next) effects.again.push(queuedExecution(payment, next, Math.max(firstRunOf(next.date), at)));
  else effects.done.push(paymentId);
  const hasFundsAnswer = isExecuted ? payment.fundsAvailable === true : payment.fundsAvailable !== null;
  if (to !== payment.status || !hasFundsAnswer) {
    const why =
      to === 'ACSC'
        ? 'the last execution is over'
        : to === 'RJCT'
          ? 'no execution could be carried out'
          : reason;
    moveTo(context, payment, 'SCHEDULE', {
      to,
      reason: why,
      ...(isExecuted ? { fundsAvailable: true } : {}),
    });
  }
  addEvent(context, 'PERIODIC_EXECUTION', paymentId, to, `${nominal}: ${reason}`);
}
