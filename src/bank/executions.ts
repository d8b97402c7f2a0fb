import { firstRunOfDay } from '../domain/bank/due.ts';
import { planOf } from '../domain/payments/plan.ts';
import { type Execution, upcoming } from '../domain/schedule/periodic.ts';
import { nextBatchRun, todayInOslo } from '../domain/values/calendar.ts';
import type { ExecutablePayment, QueuedPayment } from './ports.ts';

/** The first execution from today on, due at a run after `now`, the time of the TPP; null if the plan has none. */
export function firstExecution(payment: ExecutablePayment, now: number): QueuedPayment | null {
  const [first] = upcoming(planOf(payment.instruction), { from: todayInOslo(now), count: 1 });
  if (!first) return null;
  const firstRunAt = firstRunOfDay(first.date);
  return queuedExecution(payment, first, firstRunAt > now ? firstRunAt : nextBatchRun(now).at);
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
