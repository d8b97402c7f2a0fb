/**
 * Ends an execution of a standing order, and the standing order after its last execution.
 * The core does not know the standing order, and gets a separate order for each execution.
 */
import { lastMoveOfPlan } from '../../../domain/bank/executions.ts';
import { planOf } from '../../../domain/payments/plan.ts';
import { isFinal, requireForwardMove } from '../../../domain/payments/status.ts';
import { nextExecution } from '../../../domain/schedule/periodic.ts';
import type { IsoDate } from '../../../domain/values/iso-date.ts';
import type { PaymentRecord, Stores } from '../../../operations/ports/stores.ts';
import { bankQueueStore, type ExecutionOutcome } from '../../ports.ts';
import { type OrderRecord, type OrderState, orderStore } from './ports.ts';

interface EndedExecution {
  readonly order: OrderRecord;
  /** The nominal date of `order`. */
  readonly nominalDate: string;
  readonly payment: PaymentRecord;
  readonly at: number;
  readonly outcome: ExecutionOutcome['outcome'];
  readonly reason: string;
}

const openStates: ReadonlySet<OrderState> = new Set(['WAITING', 'SENT', 'STUCK']);

/** Call it once for each execution, under the lock of the payment's row. */
export async function endExecution(
  stores: Stores,
  { order, nominalDate, payment, at, outcome, reason }: EndedExecution,
): Promise<void> {
  const { paymentId, status: from } = payment;
  const date = order.executionDate;
  await stores.get(bankQueueStore).saveExecutions([{ paymentId, nominalDate, date, at, outcome, reason }]);
  if (isFinal(from)) return;
  const orders = await stores.get(orderStore).ofPayment(paymentId);
  const plan = planOf(payment.instruction);
  const isLast = (execution: OrderRecord) =>
    execution.nominalDate !== null && nextExecution(plan, execution.nominalDate as IsoDate) === null;
  const isOpen = ({ orderId, state }: OrderRecord) => orderId !== order.orderId && openStates.has(state);
  // The payment continues while its last execution has no order yet, or another execution has not ended.
  if (!orders.some(isLast) || orders.some(isOpen)) return;
  const executedCount = (await stores.paymentLists.executedCounts([paymentId])).get(paymentId) ?? 0;
  const end = { paymentId, from, at, ...lastMoveOfPlan(executedCount) };
  await stores.payments.move(requireForwardMove('SCHEDULE', end));
}
