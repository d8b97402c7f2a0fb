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

/** The returned function sends one order and stores the result. It throws if the order must be tried again. */
export function createOrderAttempt(parts: OrderAttemptParts): (order: OrderRecord) => Promise<void> {
  const { work, clock, carrier } = parts;
  const orders = work.stores.get(orderStore);

  /** A core may refuse an order for a past day. */
  async function moveToToday(order: OrderRecord): Promise<OrderRecord> {
    const executionDate = todayInOslo(clock());
    if (order.executionDate >= executionDate) return order;
    await orders.update(order.orderId, { executionDate });
    return { ...order, executionDate };
  }

  async function markStuck(order: OrderRecord, why: StuckReason): Promise<void> {
    carrier.alarm('ORDER', { orderId: order.orderId, why });
    await orders.updateWaiting(order.orderId, { state: 'STUCK' });
  }

  return async (order) => {
    const { orderId, tppId, paymentId, cancelledOrderId } = order;
    const payment = await work.stores.payments.find(tppId, paymentId);
    const orderToCancel = cancelledOrderId === null ? null : await orders.find(cancelledOrderId);
    const lacksOrderToCancel = cancelledOrderId !== null && orderToCancel === null;
    if (payment === null || lacksOrderToCancel) return markStuck(order, 'NO_PAYMENT');
    const endAttempt = async (state: OrderState) => {
      await orders.updateWaiting(orderId, { state });
    };
    const mayHaveArrived = order.tries > 1;
    if (mayHaveArrived && (await carrier.hasOrder(order))) return endAttempt('SENT');
    // The core never carries out an order that it has refused, so there is nothing to cancel.
    if (orderToCancel?.state === 'REFUSED') return endAttempt('WITHDRAWN');
    // An order with a nominal date executes a standing order. The core must not get it after the standing order has ended.
    if (order.nominalDate !== null && isFinal(payment.status)) return endAttempt('WITHDRAWN');
    const { product, instruction } = payment;
    const tppName = await work.stores.tpps.name(tppId);
    const outgoing = { order: await moveToToday(order), tppName, product, instruction, orderToCancel };
    const delivery = await carrier.send(outgoing);
    if (delivery === 'DELIVERED') return endAttempt('SENT');
    if (delivery === 'CONFLICT') return markStuck(order, 'CONFLICT');
    if ('unwritable' in delivery) {
      parts.onError(delivery.unwritable);
      return markStuck(order, 'UNWRITABLE');
    }
    return applyRefusal(parts, outgoing.order, delivery.refused);
  };
}

/** After the refusal of a cancellation the payment continues. */
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
      return endExecution(stores, { order, payment, at, outcome: 'LEFT_OUT', reason });
    const rejection = { paymentId, from: payment.status, to: 'RJCT', at, reason } as const;
    const move = moveIfForward(productOf(payment.product).settlement, rejection);
    if (move !== null) await stores.payments.move(move);
  });
}
