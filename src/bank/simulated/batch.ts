/**
 * One batch at one instant in one transaction: it locks payments and then accounts in the order of ids, decides on the book,
 * and writes everything or nothing.
 */

import { runAt } from '../../domain/bank/due.ts';
import { isFinal, type Settlement } from '../../domain/payments/status.ts';
import { todayInOslo } from '../../domain/values/calendar.ts';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { PieceSize } from '../../operations/ports/bank.ts';
import type { Stores } from '../../operations/ports/stores.ts';
import { productOf } from '../../operations/sca/targets.ts';
import type { DuePayment } from '../ports.ts';
import type { BankParts, Due } from './attempt.ts';
import { carryOut } from './carry-out.ts';
import { Effects, write } from './effects.ts';
import { lockBook } from './locked-book.ts';

/** Bounds memory and the time of locks. */
const pieceAtMost = { payments: 1_000, transfers: 1_000 };
/** Decides these while PostgreSQL writes the previous ones, so that other requests are served. */
const decidedAtOnce = 200;
/** Not the TPP: a batch holds locks and must not wait for the TPP's own requests. */
const owner = Symbol('batches');

/** Returns how much it carried out. */
export async function runPiece(
  parts: BankParts,
  stores: Stores,
  tppId: string,
  at: number,
  recording: boolean,
): Promise<PieceSize> {
  const payments = await withOutcomes(parts, stores, await stores.work.due(tppId, at, pieceAtMost));
  const open = payments.flatMap(({ payment }) => (isFinal(payment.status) ? [] : [payment]));
  const { book, chargeCards } = await lockBook(stores, tppId, open);
  const moment = { at, today: todayInOslo(at), ids: parts.ids, sandbox: parts.settings.sandbox, book };
  const executions = payments.filter(({ settlement }) => settlement === 'SCHEDULE').length;
  const inRun = payments.filter(
    ({ payment, settlement }) => settlement !== 'SCHEDULE' && !isFinal(payment.status),
  ).length;

  async function carryOutFrom(first: number): Promise<void> {
    const next = first + decidedAtOnce;
    const context = { ...moment, effects: new Effects() };
    for (const one of payments.slice(first, next)) carryOut(context, one);
    await Promise.all([
      write(stores, tppId, context.effects, recording),
      next < payments.length ? yieldToEventLoop(owner).then(() => carryOutFrom(next)) : undefined,
    ]);
  }

  await Promise.all([
    inRun > 0 ? stores.work.countRun({ ...runAt(at), at, tppId, payments: inRun }) : undefined,
    carryOutFrom(0),
  ]);
  await chargeCards();
  return { payments: payments.length, executions };
}

async function withOutcomes(
  parts: BankParts,
  stores: Stores,
  duePayments: readonly DuePayment[],
): Promise<readonly Due[]> {
  const payments = duePayments.map((one) => ({
    ...one,
    settlement: productOf(parts, one.payment).settlement,
  }));
  const idsOf = (kind: Settlement) =>
    payments.flatMap(({ payment, settlement }) => (settlement === kind ? [payment.paymentId] : []));
  const [entries, executed] = await Promise.all([
    stores.paymentLists.entriesOf(idsOf('ENTRIES')),
    stores.work.executedOf(idsOf('SCHEDULE')),
  ]);
  return payments.map((one) => ({
    ...one,
    entries: entries.get(one.payment.paymentId) ?? [],
    executed: executed.get(one.payment.paymentId) ?? 0,
  }));
}
