/** Decides what a batch run does with a due payment, and collects the changes in `effects`. Reads and writes no database. */
import { hasReachedLastRun } from '../../domain/bank/due.ts';
import { type Transfer, transfersOf } from '../../domain/payments/instruction.ts';
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import { nextBatchRun } from '../../domain/values/oslo-time.ts';
import { attemptTransfer, type CarryOutContext, type DuePaymentWithOutcomes, reasonOf } from './attempt.ts';
import { addEvent, addMove, addPosting, type StatusMove } from './effects.ts';
import { carryOutExecution } from './standing-order.ts';

export function carryOut(context: CarryOutContext, duePayment: DuePaymentWithOutcomes): void {
  const { payment, settlement } = duePayment;
  // The payment was cancelled, or ended otherwise, after it was queued.
  if (isFinal(payment.status)) context.effects.idsToDequeue.push(payment.paymentId);
  else if (settlement === 'SCHEDULE') carryOutExecution(context, duePayment);
  else if (settlement === 'ENTRIES') carryOutEntries(context, duePayment);
  else carryOutSingle(context, duePayment);
}

function carryOutSingle(context: CarryOutContext, duePayment: DuePaymentWithOutcomes): void {
  const { payment } = duePayment;
  const [transfer] = transfersOf(payment.instruction);
  if (transfer === undefined) throw new Error('a single payment must have one transfer');
  const result = attemptTransfer(context, duePayment, transfer);
  if (result.settled) {
    addPosting(context, payment, result.movements);
    endPayment(context, duePayment, { to: 'ACSC', reason: reasonOf(result), fundsAvailable: true });
  } else if (result.why === 'SLOW') {
    waitForNextRun(context, duePayment, { to: 'ACSP', reason: reasonOf(result) });
  } else if (result.why !== 'NO_COVER') {
    endPayment(context, duePayment, { to: 'RJCT', reason: reasonOf(result) });
  } else if (mayWaitForFunds(context, payment.status)) {
    const reason = 'not enough funds; tried again at the next run';
    waitForNextRun(context, duePayment, { to: 'ACCP', reason, fundsAvailable: false });
  } else {
    const when = hasReachedLastRun(context.at) ? 'at the last run of the day' : 'at settlement';
    const reason = `not enough funds ${when}`;
    endPayment(context, duePayment, { to: 'RJCT', reason, fundsAvailable: false });
  }
}

function carryOutEntries(context: CarryOutContext, duePayment: DuePaymentWithOutcomes): void {
  const { payment, entries } = duePayment;
  const transfers = transfersOf(payment.instruction);
  const finalEntries = entries.filter(({ status }) => isFinal(status));
  const finalStatuses = new Map(finalEntries.map(({ position, status }) => [position, status]));
  const entryStatuses = transfers.map(
    (transfer, position) =>
      finalStatuses.get(position) ?? carryOutEntry(context, duePayment, position, transfer),
  );
  const settledCount = entryStatuses.filter((status) => status === 'ACSC').length;
  const waitingCount = entryStatuses.filter((status) => status === 'ACCP').length;
  const total = transfers.length;
  if (waitingCount > 0) {
    const reason = `not enough funds for ${waitingCount} of ${total} entries; tried again at the next run`;
    waitForNextRun(context, duePayment, { to: 'ACCP', reason, fundsAvailable: false });
  } else if (settledCount === total)
    endPayment(context, duePayment, { to: 'ACSC', reason: 'every entry was settled', fundsAvailable: true });
  else
    endPayment(context, duePayment, {
      to: settledCount === 0 ? 'RJCT' : 'PART',
      reason: `${settledCount} of ${total} entries were settled`,
    });
}

function carryOutEntry(
  context: CarryOutContext,
  duePayment: DuePaymentWithOutcomes,
  position: number,
  transfer: Transfer,
): PaymentStatus {
  const { payment } = duePayment;
  const result = attemptTransfer(context, duePayment, transfer);
  if (result.settled) addPosting(context, payment, result.movements, position);
  const lacksFunds = !result.settled && result.why === 'NO_COVER';
  const waitsForFunds = lacksFunds && mayWaitForFunds(context, payment.status);
  const unsettledStatus = waitsForFunds ? 'ACCP' : 'RJCT';
  const status = result.settled ? 'ACSC' : unsettledStatus;
  const { paymentId } = payment;
  context.effects.entries.push({ paymentId, position, status, at: context.at, reason: reasonOf(result) });
  return status;
}

/** A payment with the status ACSP cannot wait for funds, because it never moves back to ACCP. */
const mayWaitForFunds = ({ at }: CarryOutContext, status: PaymentStatus): boolean =>
  status !== 'ACSP' && !hasReachedLastRun(at);

function endPayment(
  context: CarryOutContext,
  { payment, settlement }: DuePaymentWithOutcomes,
  move: StatusMove,
): void {
  addMove(context, payment, settlement, move);
  context.effects.idsToDequeue.push(payment.paymentId);
  addEvent(context, 'BATCH_RUN', payment.paymentId, move.to, move.reason);
}

function waitForNextRun(
  context: CarryOutContext,
  { payment, settlement, queueRow }: DuePaymentWithOutcomes,
  move: StatusMove,
): void {
  if (payment.status !== move.to) addMove(context, payment, settlement, move);
  context.effects.paymentsToEnqueue.push({ ...queueRow, dueAt: nextBatchRun(context.at).at });
  addEvent(context, 'BATCH_RUN', payment.paymentId, move.to, move.reason);
}
