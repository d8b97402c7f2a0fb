/** Standing orders at a core system: each execution is an order, and the payment ends with the last of them. */

import { planOf } from '../../../domain/payments/plan.ts';
import { isFinal, reportedMove } from '../../../domain/payments/status.ts';
import { nextExecution } from '../../../domain/schedule/periodic.ts';
import type { IsoDate } from '../../../domain/values/calendar.ts';
import type { PaymentRecord, Stores } from '../../../operations/ports/stores.ts';
import type { ExecutionOutcome } from '../../ports.ts';
import type { OrderRecord, OrderState } from './ports.ts';

interface Ended {
  readonly order: OrderRecord;
  readonly payment: PaymentRecord;
  readonly at: number;
  readonly outcome: ExecutionOutcome['outcome'];
  readonly reason: string;
}

const open: ReadonlySet<OrderState> = new Set(['WAITING', 'SENT', 'STUCK']);

/** Records once how an execution ended; the last one ends the payment. The row must be locked. */
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
  const hasExecuted = ((await stores.work.executedOf([paymentId])).get(paymentId) ?? 0) > 0;
  const end = hasExecuted
    ? ({ to: 'ACSC', reason: 'the last execution is over' } as const)
    : ({ to: 'RJCT', reason: 'no execution could be carried out' } as const);
  const move = reportedMove('SCHEDULE', { paymentId, from, at, ...end });
  if (move !== null) await stores.payments.move(move);
}
