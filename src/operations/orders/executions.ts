/**
 * Standing orders whose executions a core system carries out: the plan stays here, each execution is an order of its own, and
 * the payment ends when the last of them has.
 */
import { firstRunOf } from '../../domain/bank/due.ts';
import { planOf } from '../../domain/payments/plan.ts';
import { isFinal, reportedMove } from '../../domain/payments/status.ts';
import { type Execution, nextExecution, upcoming } from '../../domain/schedule/periodic.ts';
import { type IsoDate, nextBatchSlot, todayInOslo } from '../../domain/values/calendar.ts';
import type { ExecutionOutcome, QueuedPayment } from '../ports/bank-work.ts';
import type { OrderRecord, OrderState } from '../ports/orders.ts';
import type { ExecutablePayment, PaymentRecord, Stores } from '../ports/stores.ts';

/** The first execution on the day of the approval or later, at a run still to come; null when the plan is over by then. */
export function firstExecution(payment: ExecutablePayment, now: number): QueuedPayment | null {
  const [first] = upcoming(planOf(payment.instruction), { from: todayInOslo(now), first: 1 });
  if (!first) return null;
  const dueAt = firstRunOf(first.date);
  return queuedExecution(payment, first, dueAt > now ? dueAt : nextBatchSlot(now).at);
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

interface Ended {
  readonly order: OrderRecord;
  readonly payment: PaymentRecord;
  readonly at: number;
  readonly outcome: ExecutionOutcome['outcome'];
  readonly reason: string;
}

const open: ReadonlySet<OrderState> = new Set(['WAITING', 'SENT', 'STUCK']);

/** Keeps how an execution has ended, once; ends the payment with the last of them. Its row is locked. */
export async function endExecution(
  stores: Stores,
  { order, payment, at, outcome, reason }: Ended,
): Promise<void> {
  const { paymentId, status: from } = payment;
  const nominalDate = order.nominalDate ?? order.executionDate;
  const date = order.executionDate;
  await stores.work.saveExecutions([{ paymentId, nominalDate, date, at, outcome, reason }]);
  if (isFinal(from)) return;
  const all = await stores.orders.ofPayment(paymentId);
  const plan = planOf(payment.instruction);
  const isLast = ({ nominalDate: day }: OrderRecord) =>
    day !== null && nextExecution(plan, day as IsoDate) === null;
  if (!all.some(isLast) || all.some(({ orderId, state }) => orderId !== order.orderId && open.has(state)))
    return;
  const made = ((await stores.work.executedOf([paymentId])).get(paymentId) ?? 0) > 0;
  const end = made
    ? ({ to: 'ACSC', reason: 'the last execution is over' } as const)
    : ({ to: 'RJCT', reason: 'no execution could be carried out' } as const);
  const move = reportedMove('SCHEDULE', { paymentId, from, at, ...end });
  if (move !== null) await stores.payments.move(move);
}
