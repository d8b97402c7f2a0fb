/**
 * How a payment that is due is carried out, by its way of settling (contract 6): decided on the book, in order, and
 * gathered as effects. Nothing here reads or writes; batch.ts does.
 */
import { isLastOfDay } from '../domain/bank/due.ts';
import { transfersOf } from '../domain/payments/instruction.ts';
import { isFinal, type PaymentStatus } from '../domain/payments/status.ts';
import { nextBatchSlot } from '../domain/values/calendar.ts';
import { attempt, type Desk, type Due, reasonOf } from './attempt.ts';
import { note, post, turn } from './effects.ts';
import { carryOutExecution } from './standing-order.ts';

export function carryOut(desk: Desk, due: Due): void {
  const { payment, settlement } = due;
  // Cancelled since, or ended in another way: there is nothing left to do.
  if (isFinal(payment.status)) desk.effects.done.push(payment.paymentId);
  else if (settlement === 'SCHEDULE') carryOutExecution(desk, due);
  else if (settlement === 'ENTRIES') carryOutEntries(desk, due);
  else carryOutSingle(desk, due);
}

function carryOutSingle(desk: Desk, due: Due): void {
  const { payment } = due;
  const [transfer] = transfersOf(payment.instruction);
  if (transfer === undefined) throw new Error('a single payment has one transfer');
  const outcome = attempt(desk, due, transfer);
  if (outcome.settled) {
    post(desk, payment, 0, outcome.entries);
    return end(desk, due, 'ACSC', 'settled on the debtor account', true);
  }
  if (outcome.why === 'SLOW') return wait(desk, due, 'ACSP', outcome.reason);
  if (outcome.why === 'NO_COVER' && payment.status !== 'ACSP' && !isLastOfDay(desk.at)) {
    return wait(desk, due, 'ACCP', 'not enough funds; tried again at the next run', false);
  }
  const late = outcome.why === 'NO_COVER';
  end(
    desk,
    due,
    'RJCT',
    late ? 'not enough funds at the last run of the day' : reasonOf(outcome),
    late ? false : undefined,
  );
}

function carryOutEntries(desk: Desk, due: Due): void {
  const { payment, entries } = due;
  const decided = new Map(
    entries.filter(({ status }) => isFinal(status)).map(({ position, status }) => [position, status]),
  );
  const last = isLastOfDay(desk.at);
  let waiting = 0;
  let settled = [...decided.values()].filter((status) => status === 'ACSC').length;
  const transfers = transfersOf(payment.instruction);
  for (const [position, transfer] of transfers.entries()) {
    if (decided.has(position)) continue;
    const outcome = attempt(desk, due, transfer);
    const short = !outcome.settled && outcome.why === 'NO_COVER';
    if (outcome.settled) {
      post(desk, payment, position, outcome.entries);
      settled += 1;
    } else if (short && !last) waiting += 1;
    const status: PaymentStatus = outcome.settled ? 'ACSC' : short && !last ? 'ACCP' : 'RJCT';
    const reason = outcome.settled ? 'settled on the debtor account' : reasonOf(outcome);
    desk.effects.entries.push({ paymentId: payment.paymentId, position, status, at: desk.at, reason });
  }
  if (waiting > 0)
    return wait(
      desk,
      due,
      'ACCP',
      `not enough funds for ${waiting} of ${transfers.length} entries; tried again at the next run`,
      false,
    );
  if (settled === transfers.length) return end(desk, due, 'ACSC', 'every entry was settled', true);
  const to = settled === 0 ? 'RJCT' : 'PART';
  end(desk, due, to, `${settled} of ${transfers.length} entries were settled`);
}

function end(
  desk: Desk,
  { payment, settlement }: Due,
  to: PaymentStatus,
  reason: string,
  fundsAvailable?: boolean,
): void {
  turn(desk, payment, settlement, {
    to,
    reason,
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
  });
  desk.effects.done.push(payment.paymentId);
  note(desk, 'BATCH_RUN', payment.paymentId, to, reason);
}

/** Keeps the payment for the next run; says so in its history once. */
function wait(
  desk: Desk,
  { payment, settlement, queued }: Due,
  to: PaymentStatus,
  reason: string,
  fundsAvailable?: boolean,
): void {
  if (payment.status !== to) {
    turn(desk, payment, settlement, {
      to,
      reason,
      ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
    });
  }
  desk.effects.again.push({ ...queued, dueAt: nextBatchSlot(desk.at).at });
  note(desk, 'BATCH_RUN', payment.paymentId, to, reason);
}
