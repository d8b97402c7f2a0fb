/** Decides due payments on the book and collects the effects. Pure: batch.ts reads and writes. */
import { isLastOfDay } from '../../domain/bank/due.ts';
import { type Transfer, transfersOf } from '../../domain/payments/instruction.ts';
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import { nextBatchSlot } from '../../domain/values/calendar.ts';
import { attempt, type Due, reasonOf, type WorkContext } from './attempt.ts';
import { addEvent, moveTo, post, type StatusMove } from './effects.ts';
import { carryOutExecution } from './standing-order.ts';

export function carryOut(context: WorkContext, duePayment: Due): void {
  const { payment, settlement } = duePayment;
  // Cancelled or ended in the meantime.
  if (isFinal(payment.status)) context.effects.done.push(payment.paymentId);
  else if (settlement === 'SCHEDULE') carryOutExecution(context, duePayment);
  else if (settlement === 'ENTRIES') carryOutEntries(context, duePayment);
  else carryOutSingle(context, duePayment);
}

function carryOutSingle(context: WorkContext, duePayment: Due): void {
  const { payment } = duePayment;
  const [transfer] = transfersOf(payment.instruction);
  if (transfer === undefined) throw new Error('a single payment has one transfer');
  const outcome = attempt(context, duePayment, transfer);
  if (outcome.settled) {
    post(context, payment, 0, outcome.movements);
    end(context, duePayment, { to: 'ACSC', reason: 'settled on the debtor account', fundsAvailable: true });
  } else if (outcome.why === 'SLOW') wait(context, duePayment, { to: 'ACSP', reason: outcome.reason });
  else if (outcome.why !== 'NO_COVER') end(context, duePayment, { to: 'RJCT', reason: reasonOf(outcome) });
  else if (payment.status !== 'ACSP' && !isLastOfDay(context.at)) {
    wait(context, duePayment, {
      to: 'ACCP',
      reason: 'not enough funds; tried again at the next run',
      fundsAvailable: false,
    });
  } else {
    end(context, duePayment, {
      to: 'RJCT',
      reason: 'not enough funds at the last run of the day',
      fundsAvailable: false,
    });
  }
}

function carryOutEntries(context: WorkContext, duePayment: Due): void {
  const { payment, entries } = duePayment;
  const transfers = transfersOf(payment.instruction);
  const statuses = new Map(
    entries.filter(({ status }) => isFinal(status)).map(({ position, status }) => [position, status]),
  );
  for (const [position, transfer] of transfers.entries()) {
    if (!statuses.has(position))
      statuses.set(position, carryOutEntry(context, duePayment, position, transfer));
  }
  const count = (code: PaymentStatus) => [...statuses.values()].filter((status) => status === code).length;
  const [settledCount, waitingCount, all] = [count('ACSC'), count('ACCP'), transfers.length];
  if (waitingCount > 0) {
    const reason = `not enough funds for ${waitingCount} of ${all} entries; tried again at the next run`;
    wait(context, duePayment, { to: 'ACCP', reason, fundsAvailable: false });
  } else if (settledCount === all)
    end(context, duePayment, { to: 'ACSC', reason: 'every entry was settled', fundsAvailable: true });
  else
    end(context, duePayment, {
      to: settledCount === 0 ? 'RJCT' : 'PART',
      reason: `${settledCount} of ${all} entries were settled`,
    });
}

/** An entry settles, is refused, or waits for cover until the last run of the day. ACSP, as a seed may have it, does not wait. */
function carryOutEntry(
  context: WorkContext,
  duePayment: Due,
  position: number,
  transfer: Transfer,
): PaymentStatus {
  const outcome = attempt(context, duePayment, transfer);
  if (outcome.settled) post(context, duePayment.payment, position, outcome.movements);
  const mayWait = duePayment.payment.status !== 'ACSP' && !isLastOfDay(context.at);
  const waits = !outcome.settled && outcome.why === 'NO_COVER' && mayWait;
  const status = outcome.settled ? 'ACSC' : waits ? 'ACCP' : 'RJCT';
  const reason = outcome.settled ? 'settled on the debtor account' : reasonOf(outcome);
  context.effects.entries.push({
    paymentId: duePayment.payment.paymentId,
    position,
    status,
    at: context.at,
    reason,
  });
  return status;
}

function end(context: WorkContext, { payment, settlement }: Due, to: StatusMove): void {
  moveTo(context, payment, settlement, to);
  context.effects.done.push(payment.paymentId);
  addEvent(context, 'BATCH_RUN', payment.paymentId, to.to, to.reason);
}

/** Writes this to the history once. */
function wait(context: WorkContext, { payment, settlement, queued }: Due, to: StatusMove): void {
  if (payment.status !== to.to) moveTo(context, payment, settlement, to);
  context.effects.again.push({ ...queued, dueAt: nextBatchSlot(context.at).at });
  addEvent(context, 'BATCH_RUN', payment.paymentId, to.to, to.reason);
}
