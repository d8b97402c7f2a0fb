import { productOf } from '../../../domain/payments/products/list.ts';
import { isFinal, moveIfForward, moveToSameStatus } from '../../../domain/payments/status.ts';
import { Refusal, type TppMessage } from '../../../domain/refusal.ts';
import { todayInOslo } from '../../../domain/values/calendar.ts';
import { boundedText } from '../../../domain/values/text.ts';
import { limitedMsOf, mayHaveActed, RemoteRefusal } from '../../remote-calls/refusals.ts';
import { readTppTime } from '../../tpp-time.ts';
import type { ApplyReportParts } from './apply-report.ts';
import { endExecution } from './executions.ts';
import { type OrderRecord, type OrderState, orderStore, type StuckReason } from './ports.ts';

export interface OrderSenderParts extends ApplyReportParts {
  /** Receives errors other than refusals of the core. */
  readonly onError: (error: unknown) => void;
}

const leaseMarginMs = 10_000;
const ordersAtOnce = 16;
const retryPausesMs = { first: 1_000, last: 5 * 60_000 } as const;

/** A pause as long as the time since the order was created, so each pause is about twice the one before. */
export const retryPauseMs = (ageMs: number): number =>
  Math.min(Math.max(ageMs, retryPausesMs.first), retryPausesMs.last);

export interface OrderSender {
  /** Begins to send due orders, at most one of each TPP, and returns how many when it has a free slot again. */
  sendDue(): Promise<number>;
  /** Resolves when all orders in slots are sent or have failed. */
  finish(): Promise<void>;
}

export function createOrderSender(parts: OrderSenderParts): OrderSender {
  const { work, clock, carrier } = parts;
  const orders = work.stores.get(orderStore);
  // An attempt may call the core twice, to find the order and to send it.
  const leaseMs = 2 * carrier.callTimeoutMs + leaseMarginMs;
  const attempts = new Set<Promise<void>>();
  /** The next claim begins after this TPP, so that each TPP gets its turn. */
  let lastTppId = '';

  async function send(order: OrderRecord): Promise<void> {
    const { orderId, tppId, paymentId, cancelledOrderId } = order;
    const payment = await work.stores.payments.find(tppId, paymentId);
    const orderToCancel = cancelledOrderId === null ? null : await orders.find(cancelledOrderId);
    if (payment === null || (cancelledOrderId !== null && orderToCancel === null))
      return markStuck(order, 'NO_PAYMENT');
    const endAttempt = async (state: OrderState) => void (await orders.updateWaiting(orderId, { state }));
    const { product, instruction } = payment;
    const tppName = await work.stores.tpps.name(tppId);
    const mayHaveArrived = order.tries > 1;
    if (mayHaveArrived && (await carrier.hasOrder(order))) return endAttempt('SENT');
    // The standing order was cancelled after the execution was ordered.
    if (order.nominalDate !== null && isFinal(payment.status)) return endAttempt('WITHDRAWN');
    const outgoing = { order: await moveToToday(order), tppName, product, instruction, orderToCancel };
    const delivery = await carrier.send(outgoing);
    if (delivery === 'DELIVERED') return endAttempt('SENT');
    if (delivery === 'CONFLICT') return markStuck(order, 'CONFLICT');
    if ('unwritable' in delivery) {
      parts.onError(delivery.unwritable);
      return markStuck(order, 'UNWRITABLE');
    }
    return applyRefusal(parts, outgoing.order, delivery.refused);
  }

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

  /** The core may have the order already, so a failed attempt does not reject the payment. */
  async function trySend(order: OrderRecord): Promise<void> {
    try {
      await send(order);
    } catch (error) {
      const now = clock();
      const limitedMs = Math.min(limitedMsOf(error), retryPausesMs.last);
      const sendAt = now + Math.max(retryPauseMs(now - order.createdAt), limitedMs);
      const isNotDone = error instanceof RemoteRefusal && !mayHaveActed(error);
      const tries = isNotDone && order.tries === 1 ? 0 : order.tries;
      await orders.endClaim(order, { sendAt, tries });
      if (!(error instanceof Refusal)) parts.onError(error);
    }
  }

  async function claimDue(): Promise<readonly OrderRecord[]> {
    const now = clock();
    const claim = (afterTppId: string) =>
      orders.claimDue({ now, until: now + leaseMs }, ordersAtOnce - attempts.size, afterTppId);
    const following = await claim(lastTppId);
    const claimed = following.length === 0 && lastTppId !== '' ? await claim('') : following;
    const tppIds = claimed.map(({ tppId }) => tppId);
    lastTppId = tppIds.sort().at(-1) ?? '';
    return claimed;
  }

  return {
    async sendDue() {
      const dueOrders = await claimDue();
      for (const order of dueOrders) {
        const attempt = trySend(order)
          .catch(parts.onError)
          .finally(() => attempts.delete(attempt));
        attempts.add(attempt);
      }
      if (attempts.size === ordersAtOnce) await Promise.race(attempts);
      return dueOrders.length;
    },
    finish: async () => void (await Promise.all(attempts)),
  };
}

/** After the refusal of a cancellation the payment continues. */
function applyRefusal(
  parts: OrderSenderParts,
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
