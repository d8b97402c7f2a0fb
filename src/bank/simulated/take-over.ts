/** Books the past transfers of the payments of a seed, and queues the payments that still wait for execution. */
import { firstRun } from '../../domain/bank/due.ts';
import { dueTimeOf } from '../../domain/bank/executions.ts';
import { settledReason } from '../../domain/bank/past-moves.ts';
import { requestedDate } from '../../domain/payments/instruction.ts';
import { awaitsApproval, isFinal } from '../../domain/payments/status.ts';
import { todayInOslo } from '../../domain/values/oslo-time.ts';
import type { SeededPayment } from '../../operations/ports/bank.ts';
import type { Stores } from '../../operations/ports/stores.ts';
import { createQueuedPayment } from '../executions.ts';
import type { QueuedPayment } from '../ports.ts';
import type { SimulatedBankParts } from './attempt.ts';
import { addPosting, Effects, writeEffects } from './effects.ts';

export async function takeOver(
  { ids }: SimulatedBankParts,
  stores: Stores,
  tppId: string,
  payments: readonly SeededPayment[],
  now: number,
): Promise<void> {
  const effects = new Effects();
  for (const { payment, past } of payments) {
    const { paymentId } = payment;
    effects.entries.push(...past.entries.map((entry) => ({ paymentId, ...entry })));
    for (const execution of past.executions)
      effects.executions.push({ paymentId, ...execution, outcome: 'EXECUTED', reason: settledReason });
  }
  const bookings = payments
    .flatMap(({ payment, transfers }) => transfers.map((transfer) => ({ ...transfer, payment })))
    .sort((left, right) => left.at - right.at);
  for (const { payment, transferNumber, at, movements } of bookings)
    addPosting({ at, today: todayInOslo(at), ids, effects }, payment, movements, transferNumber);
  effects.paymentsToEnqueue.push(...payments.flatMap((seeded) => queueRowOf(seeded, now) ?? []));
  const recordsEvents = false;
  await writeEffects(stores, tppId, effects, recordsEvents);
}

function queueRowOf({ payment, past }: SeededPayment, now: number): QueuedPayment | null {
  const { status, instruction } = payment;
  if (isFinal(status) || awaitsApproval(status)) return null;
  const { nextExecution } = past;
  if (nextExecution !== null)
    return createQueuedPayment(payment, dueTimeOf(nextExecution, now), nextExecution);
  // A payment with the status PDNG waits for its day. A payment with any other status has been in a run, and enters the next run.
  const day = status === 'PDNG' ? requestedDate(instruction) : null;
  return createQueuedPayment(payment, firstRun(now, day).at);
}
