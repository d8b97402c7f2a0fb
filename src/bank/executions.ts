/** Makes the rows of the bank's queue: one for each payment, or for a standing order one for each execution. */
import { timeOfFirstRunOn } from '../domain/bank/due.ts';
import { firstDue } from '../domain/bank/executions.ts';
import { transfersOf } from '../domain/payments/instruction.ts';
import { planOf } from '../domain/payments/plan.ts';
import type { PaymentStatus } from '../domain/payments/status.ts';
import { type Execution, nextExecution } from '../domain/schedule/periodic.ts';
import type { IsoDate } from '../domain/values/iso-date.ts';
import type { Stores } from '../operations/ports/stores.ts';
import { bankQueueStore, type ExecutablePayment, type QueuedPayment } from './ports.ts';

export interface StatusAfterApproval {
  readonly to: PaymentStatus;
  readonly reason: string;
}

/** Queues the first execution of a standing order. `approvedAt` is the time by the TPP's clock. */
export async function startPlan(
  stores: Stores,
  payment: ExecutablePayment,
  approvedAt: number,
): Promise<StatusAfterApproval> {
  const first = firstDue(planOf(payment.instruction), approvedAt);
  if (first === null) return { to: 'RJCT', reason: 'the plan has no execution after the approval' };
  await stores.get(bankQueueStore).enqueue([createQueuedPayment(payment, first.dueAt, first)]);
  return { to: 'ACCP', reason: 'approved by the PSU' };
}

/** The execution after `nominalDate`; null: there is none. It is due at the first run of its day, or now if this run is over. */
export function executionAfter(
  payment: ExecutablePayment,
  nominalDate: string,
  now: number,
): QueuedPayment | null {
  const next = nextExecution(planOf(payment.instruction), nominalDate as IsoDate);
  return next && createQueuedPayment(payment, Math.max(timeOfFirstRunOn(next.date), now), next);
}

/** `execution` is null for payments that are no standing orders. */
export const createQueuedPayment = (
  { paymentId, tppId, instruction }: ExecutablePayment,
  dueAt: number,
  execution: Execution | null = null,
): QueuedPayment => ({
  paymentId,
  tppId,
  dueAt,
  transferCount: transfersOf(instruction).length,
  nominalDate: execution?.nominalDate ?? null,
  executionDate: execution?.date ?? null,
});
