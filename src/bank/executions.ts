import { firstRunOfDay } from '../domain/bank/due.ts';
import { transfersOf } from '../domain/payments/instruction.ts';
import { planOf } from '../domain/payments/plan.ts';
import { type Execution, upcoming } from '../domain/schedule/periodic.ts';
import { nextBatchRun, todayInOslo } from '../domain/values/calendar.ts';
import type { ExecutablePayment, QueuedPayment } from './ports.ts';

/** The first execution from today on, due at a run after `now`, the time of the TPP; null if the plan has none. */
export function firstExecution(payment: ExecutablePayment, now: number): QueuedPayment | null {
  const [first] = upcoming(planOf(payment.instruction), { from: todayInOslo(now), count: 1 });
  return first ? executionAfter(payment, first, now) : null;
}

/** Due at the first run of its day that is after `now`. */
export function executionAfter(payment: PaymentOfQueue, execution: Execution, now: number): QueuedPayment {
  const firstRunAt = firstRunOfDay(execution.date);
  return queuedPayment(payment, firstRunAt > now ? firstRunAt : nextBatchRun(now).at, execution);
}

type PaymentOfQueue = Pick<ExecutablePayment, 'paymentId' | 'tppId' | 'instruction'>;

/** `execution` is one of a standing order; null for other payments. */
export const queuedPayment = (
  { paymentId, tppId, instruction }: PaymentOfQueue,
  dueAt: number,
  execution: Execution | null = null,
): QueuedPayment => ({
  paymentId,
  tppId,
  dueAt,
  transfers: transfersOf(instruction).length,
  nominalDate: execution?.nominalDate ?? null,
  executionDate: execution?.date ?? null,
});
