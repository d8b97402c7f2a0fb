import { firstRunOfDay } from '../domain/bank/due.ts';
import { planOf } from '../domain/payments/plan.ts';
import { type Execution, upcoming } from '../domain/schedule/periodic.ts';
import { nextBatchRun, todayInOslo } from '../domain/values/calendar.ts';
import type { ExecutablePayment, QueuedPayment } from './ports.ts';

/** The first execution from today on, at a run that is still to come; null if there is none. `now` is the time of the TPP. */
export function firstExecution(payment: ExecutablePayment, now: number): QueuedPayment | null {
  const [first] = upcoming(planOf(payment.instruction), { from: todayInOslo(now), first: 1 });
  if (!first) return null;
  const dueAt = firstRunOfDay(first.date);
  return queuedExecution(payment, first, dueAt > now ? dueAt : nextBatchRun(now).at);
}

export const queuedExecution = (
  { paymentId, tppId }: Pick<ExecutablePayment, 'paymentId' | 'tppId'>,
  { nominalDate, date }: Execution,
  dueAt: number,
): QueuedPayment => ({
  paymentId,
  tppId,
  dueAt,
  transfers: 1,
  nominalDate,
  executionDate: date,
});
