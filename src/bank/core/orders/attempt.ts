import { productOf } from '../../../domain/payments/products/list.ts';
import { isFinal, moveIfForward, moveToSameStatus } from '../../../domain/payments/status.ts';
import type { TppMessage } from '../../../domain/refusal.ts';
import { todayInOslo } from '../../../domain/values/oslo-time.ts';
import { boundedText } from '../../../domain/values/text.ts';
import { readTppTime } from '../../tpp-time.ts';
import type { ApplyReportParts } from './apply-report.ts';
import { endExecution } from './executions.ts';
import { type OrderRecord, type OrderState, orderStore, type StuckReason } from './ports.ts';

export interface OrderAttemptParts extends ApplyReportParts {
  /** Receives errors other than refusals of the core. */
  readonly onError: (error: unknown) => void;
}

/** Sends one order and stores the result. Throws if the order must be tried again. */
export async function attemptOrder(parts: OrderAttemptParts, order: OrderRecord): Promise<void> {
  const { work, carrier } = parts;
  const { tppId, paymentId, cancelledOrderId } = order;
  const payment = await work.stores.payments.find(tppId, paymentId);
  const orderToCancel =
    cancelledOrderId === null ? null : await work.stores.get(orderStore).find(cancelledOrderId);
  const lacksOrderToCancel = cancelledOrderId !== null && orderToCancel === null;
  // An order is deleted only with its payment. So if the order to cancel is missing, its payment is missing too.
  if (payment === null || lacksOrderToCancel) return markStuck(parts, order, 'NO_PAYMENT');
  // `tries` includes this attempt.
  const mayHaveArrived = order.tries > 1;
  if (mayHaveArrived && (await carrier.hasOrder(order))) return endAttempt(parts, order, 'SENT');
  // The core never carries out an order that it has refused, so there is nothing to cancel.
  if (orderToCancel?.state === 'REFUSED') return endAttempt(parts, order, 'WITHDRAWN');
  // An order with a nominal date executes a standing order. The core must not get it after the standing order has ended.
  if (order.nominalDate !== null && isFinal(payment.status)) return endAttempt(parts, order, 'WITHDRAWN');
  const { product, instruction } = payment;
  const tppName = await work.stores.tpps.name(tppId);
  const orderToSend = await postponeToToday(parts, order);
  const delivery = await carrier.send({ order: orderToSend, tppName, product, instruction, orderToCancel });
  if (delivery === 'DELIVERED') return endAttempt(parts, order, 'SENT');
  if (delivery === 'CONFLICT') return markStuck(parts, order, 'CONFLICT');
  if ('unwritable' in delivery) {
    parts.onError(delivery.unwritable);
    return markStuck(parts, order, 'UNWRITABLE');
  }
  return applyRefusal(parts, orderToSend, delivery.refused);
}

/** A core may refuse an order for a past day. */
async function postponeToToday({ work, clock }: OrderAttemptParts, order: OrderRecord): Promise<OrderRecord> {
  const executionDate = todayInOslo(clock());
  if (order.executionDate >= executionDate) return order;
  await work.stores.get(orderStore).update(order.orderId, { executionDate });
  return { ...order, executionDate };
}

async function endAttempt(
  { work }: OrderAttemptParts,
  { orderId }: OrderRecord,
  state: OrderState,
): Promise<void> {
  await work.stores.get(orderStore).updateWaiting(orderId, { state });
}

function markStuck(parts: OrderAttemptParts, order: OrderRecord, why: StuckReason): Promise<void> {
  parts.carrier.alarm('ORDER', { orderId: order.orderId, why });
  return endAttempt(parts, order, 'STUCK');
}

/** A refused credit transfer rejects its payment, or ends its execution of a standing order. A refused cancellation changes no status. */
function applyRefusal(
  parts: OrderAttemptParts,
  order: OrderRecord,
  faults: readonly TppMessage[],
): Promise<void> {
  const { orderId, tppId, paymentId, kind, nominalDate } = order;
  const texts = faults.map(({ code, text }) => `${code}: ${text}`).join('; ');
  const refusedText = kind === 'CANCELLATION' ? 'the bank did not cancel the payment' : 'refused by the bank';
  const reason = boundedText(`${refusedText}: ${texts}`, 300);
  return parts.work.of(tppId).transaction(async (stores) => {
    const payment = await stores.payments.lock(paymentId);
    const hasChanged = await stores.get(orderStore).updateWaiting(orderId, { state: 'REFUSED' });
    if (payment === null || !hasChanged) return;
    const at = await readTppTime(parts, stores, tppId);
    if (kind === 'CANCELLATION') {
      if (!isFinal(payment.status))
        await stores.payments.move(moveToSameStatus({ paymentId, status: payment.status, at, reason }));
      return;
    }
    if (nominalDate !== null)
      return endExecution(stores, { order, nominalDate, payment, at, outcome: 'LEFT_OUT', reason });
    const rejection = { paymentId, from: payment.status, to: 'RJCT', at, reason } as const;
    const move = moveIfForward(productOf(payment.product).settlement, rejection);
    if (move !== null) await stores.payments.move(move);
  });
}
