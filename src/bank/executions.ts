import { firstDue, runAfter } from '../domain/bank/executions.ts';
import { transfersOf } from '../domain/payments/instruction.ts';
import { planOf } from '../domain/payments/plan.ts';
import type { Execution } from '../domain/schedule/periodic.ts';
import type { ExecutablePayment, QueuedPayment } from './ports.ts';

/** The first execution from today on, due at a run after `now`, the time of the TPP; null if the plan has none. */
export function firstExecution(payment: ExecutablePayment, now: number): QueuedPayment | null {
  const first = firstDue(planOf(payment.instruction), now);
  return first && queuedPayment(payment, first.dueAt, first);
}

/** Due at the first run of its day that is after `now`. */
export const executionAfter = (payment: PaymentOfQueue, execution: Execution, now: number): QueuedPayment =>
  queuedPayment(payment, runAfter(execution, now), execution);

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
