/**
 * Claims an order with a lease, sends it outside of any transaction, and stores the result. After one attempt the core may
 * have it, so the core is queried first. Only the core can reject an order.
 */
import { noMove, reportedMove } from '../../../domain/payments/status.ts';
import { Refusal, type TppMessage } from '../../../domain/refusal.ts';
import { boundedText } from '../../../domain/values/text.ts';
import type { Settings } from '../../../operations/operation.ts';
import type { Clock, SharedWork } from '../../../operations/ports/stores.ts';
import { productOf } from '../../../operations/sca/targets.ts';
import { backoffMs } from '../../exponential-backoff.ts';
import { tppTime } from '../../tpp-time.ts';
import { endExecution } from './executions.ts';
import type { OrderCarrier, OrderRecord } from './ports.ts';

export interface OrderSenderParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly carrier: OrderCarrier;
  /** Receives failures other than refusals of the core. */
  readonly failed: (error: unknown) => void;
}

export interface OrderSender {
  /** Returns the number of orders that were due. */
  poll(): Promise<number>;
}

/** Longer than any call: after this time another process may claim the order. */
const leaseMs = 90_000;
const takenAtOnce = 16;
const pauses = { first: 1_000, last: 5 * 60_000 } as const;

export const nextTry = (tries: number): number => backoffMs(pauses, tries - 1);

export function createOrderSender(parts: OrderSenderParts): OrderSender {
  const { work, clock, carrier } = parts;
  const { orders } = work.read;

  async function send(order: OrderRecord): Promise<void> {
    const { orderId, tppId, paymentId, cancels } = order;
    const payment = await work.read.payments.find(tppId, paymentId);
    const cancelled = cancels === null ? null : await orders.find(cancels);
    if (payment === null || (cancels !== null && cancelled === null)) return stuck(order, 'NO_PAYMENT');
    const { product, instruction } = payment;
    const tppName = await work.read.tpps.name(tppId);
    const outgoing = { order, tppName, product, instruction, cancelled };
    const delivery = await carrier.send(outgoing, order.tries > 1);
    if (delivery === 'HAS_IT') {
      await orders.settleWaiting(orderId, { state: 'SENT', sendAt: order.sendAt });
      return;
    }
    if (delivery === 'CONFLICT') return stuck(order, 'CONFLICT');
    return refuse(order, delivery.refused);
  }

  async function stuck(order: OrderRecord, why: string): Promise<void> {
    carrier.alarm('ORDER', { orderId: order.orderId, why });
    await orders.settleWaiting(order.orderId, { state: 'STUCK', sendAt: order.sendAt });
  }

  /** The core refuses a payment, which is rejected, or a cancellation, whose payment continues. */
  function refuse(order: OrderRecord, faults: readonly TppMessage[]): Promise<void> {
    const { orderId, tppId, paymentId, kind, nominalDate } = order;
    const words = faults.map(({ code, text }) => `${code}: ${text}`).join('; ');
    const reason = boundedText(`refused by the bank: ${words}`, 300);
    return work.of(tppId).transaction(async (stores) => {
      const payment = await stores.payments.lock(paymentId);
      const first = await stores.orders.settleWaiting(orderId, { state: 'REFUSED', sendAt: order.sendAt });
      if (payment === null || !first) return;
      const at = await tppTime(parts, stores, tppId);
      const { settlement } = productOf(parts, payment);
      if (kind === 'CANCELLATION')
        return void (await stores.payments.move(noMove({ paymentId, status: payment.status, at, reason })));
      if (nominalDate !== null)
        return endExecution(stores, { order, payment, at, outcome: 'LEFT_OUT', reason });
      const change = reportedMove(settlement, { paymentId, from: payment.status, to: 'RJCT', at, reason });
      if (change !== null) await stores.payments.move(change);
    });
  }

  /** After a failure the core may have the order, so it is tried later. */
  async function trySend(order: OrderRecord): Promise<void> {
    try {
      await send(order);
    } catch (error) {
      const sendAt = clock() + nextTry(order.tries);
      await orders.settleWaiting(order.orderId, { state: 'WAITING', sendAt });
      if (!(error instanceof Refusal)) parts.failed(error);
    }
  }

  return {
    async poll() {
      const now = clock();
      const batch = await orders.take({ now, until: now + leaseMs }, takenAtOnce);
      await Promise.all(batch.map(trySend));
      return batch.length;
    },
  };
}
