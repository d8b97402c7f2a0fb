/**
 * Applies what a report says of one order, once, whenever it comes: a status that is later than the present one moves the
 * payment, with one row in its history; an earlier one, or one after the end, moves nothing. Start at `createApply`.
 */
import { isFinal, noMove, type PaymentStatus, toldMove } from '../../domain/payments/status.ts';
import type { Settings } from '../operation.ts';
import type { News, OrderNews, OrderRecord } from '../ports/orders.ts';
import type { Clock, PaymentRecord, Stores, UnitOfWork } from '../ports/stores.ts';
import { productOf } from '../sca/targets.ts';
import { decidedBy } from './entries.ts';
import { endExecution } from './executions.ts';
import { timeOf } from './time.ts';

export interface ApplyParts {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Hears of a code that means nothing here, and of a status that can not follow. */
  readonly strange: (status: string) => void;
}

/** An order's payment, locked, at a moment in the time of its TPP. */
interface Scene {
  readonly stores: Stores;
  readonly order: OrderRecord;
  readonly payment: PaymentRecord;
  readonly at: number;
}

export function createApply(parts: ApplyParts) {
  /** Moves the payment where the news is later than what is known; answers whether it did. */
  async function move({ stores, payment, at }: Scene, to: PaymentStatus, reason: string): Promise<boolean> {
    const { paymentId, status: from } = payment;
    if (to === from) return false;
    const { settlement } = productOf(parts, payment);
    const change = toldMove(settlement, { paymentId, from, to, at, reason });
    if (change === null) {
      parts.strange(to);
      return false;
    }
    return stores.payments.move(change);
  }

  /** The core has cancelled the payment, or will not. */
  async function cancelled(scene: Scene, { status, reason, strange }: News): Promise<void> {
    const { stores, payment, at, order } = scene;
    if (strange !== null) return parts.strange(strange);
    if (status === 'CANC') await move(scene, status, reason);
    else {
      const { paymentId, status: unchanged } = payment;
      await stores.payments.move(noMove({ paymentId, status: unchanged, at, reason }));
    }
    if (order.kind === 'CANCELLATION') await end(scene);
  }

  const end = ({ stores, order }: Scene) =>
    stores.orders.settle(order.orderId, { state: 'ENDED', sendAt: order.sendAt });

  async function executed(scene: Scene, { status, reason }: News): Promise<void> {
    if (status === null || !isFinal(status) || scene.order.state === 'ENDED') return;
    await end(scene);
    const outcome = status === 'ACSC' ? 'EXECUTED' : 'LEFT_OUT';
    await endExecution(scene.stores, { ...scene, outcome, reason });
  }

  async function paid(scene: Scene, news: OrderNews): Promise<void> {
    const { stores, payment, order, at } = scene;
    const { paymentId, instruction, fundsAvailable } = payment;
    const { settlement } = productOf(parts, payment);
    const entries = news.entries(instruction);
    for (const one of [news.whole, ...entries]) if (one?.strange) parts.strange(one.strange);
    const single = settlement === 'ENTRIES' ? null : (entries[0] ?? news.whole);
    if (single?.echo || news.whole?.echo) return;
    const told = single ?? (await decidedBy(stores, payment, news.whole, entries, at));
    if (told === null) return;
    if (told.fundsAvailable !== null && told.fundsAvailable !== fundsAvailable)
      await stores.payments.amend(paymentId, { fundsAvailable: told.fundsAvailable });
    if (order.nominalDate !== null) return executed(scene, told);
    if (told.status === null) return;
    const moved = await move(scene, told.status, told.reason);
    if (moved && isFinal(told.status)) await end(scene);
  }

  return async (messageId: string, known: OrderRecord, news: OrderNews): Promise<void> => {
    await parts.work.transaction(async (stores) => {
      const payment = await stores.payments.lock(known.paymentId);
      if (payment === null || !(await stores.reports.note(messageId, news.orderId))) return;
      const order = (await stores.orders.find(known.orderId)) ?? known;
      // Whoever reports of an order has it.
      if (order.state === 'WAITING')
        await stores.orders.settle(order.orderId, { state: 'SENT', sendAt: order.sendAt });
      const scene = { stores, order, payment, at: await timeOf(parts, stores, order.tppId) };
      if (news.of === 'PAYMENT') await paid(scene, news);
      else if (news.whole !== null) await cancelled(scene, news.whole);
    });
  };
}
