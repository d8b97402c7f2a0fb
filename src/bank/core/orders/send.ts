import { Refusal } from '../../../domain/refusal.ts';
import { limitedMsOf, mayHaveActed, RemoteRefusal } from '../../remote-calls/refusals.ts';
import { attemptOrder, type OrderAttemptParts } from './attempt.ts';
import { type OrderRecord, orderStore } from './ports.ts';

const claimMarginMs = 10_000;
/** One process sends at most this many orders at the same time. */
const ordersAtOnce = 16;
/** Leaves some slots to other TPPs, because the orders of one TPP may all hang. */
const ordersOfTppAtOnce = 12;
const retryPausesMs = { first: 1_000, last: 5 * 60_000 } as const;

/** A pause as long as the time since the order was created, so each pause is about twice the one before. */
export const retryPauseMs = (ageMs: number): number =>
  Math.min(Math.max(ageMs, retryPausesMs.first), retryPausesMs.last);

/** `sendDue` skips a TPP that uses all its slots. As soon as this TPP has a free slot, `wake` asks for another `sendDue`. */
export function createOrderSender(parts: OrderAttemptParts, wake: () => void) {
  const { work, clock, carrier } = parts;
  const orders = work.stores.get(orderStore);
  // An attempt may call the core twice, to find the order and to send it.
  const claimMs = 2 * carrier.callTimeoutMs + claimMarginMs;
  const attempts = new Map<OrderRecord, Promise<void>>();
  /** The next claim begins after this TPP, so that each TPP gets its turn. */
  let lastTppId = '';

  /** The core may have the order already, so a failed attempt does not reject the payment. */
  async function trySend(order: OrderRecord): Promise<void> {
    try {
      await attemptOrder(parts, order);
    } catch (error) {
      const now = clock();
      const limitedMs = Math.min(limitedMsOf(error), retryPausesMs.last);
      const sendAt = now + Math.max(retryPauseMs(now - order.createdAt), limitedMs);
      const coreHasNotActed = error instanceof RemoteRefusal && !mayHaveActed(error);
      // `claimDue` has counted this attempt. If the first attempt surely had no effect, the next attempt counts as the first again.
      const tries = coreHasNotActed && order.tries === 1 ? 0 : order.tries;
      await orders.endClaim(order, { sendAt, tries });
      if (!(error instanceof Refusal)) parts.onError(error);
    }
  }

  function fullTpps(): readonly string[] {
    const tppIds = [...attempts.keys()].map(({ tppId }) => tppId);
    return [...new Set(tppIds)].filter(
      (tppId) => tppIds.filter((other) => other === tppId).length >= ordersOfTppAtOnce,
    );
  }

  function freeSlot(order: OrderRecord): void {
    const wasFull = fullTpps().includes(order.tppId);
    attempts.delete(order);
    if (wasFull) wake();
  }

  async function claimDue(): Promise<readonly OrderRecord[]> {
    const now = clock();
    const skippedTppIds = fullTpps();
    const claim = (after: string) =>
      orders.claimDue({ now, until: now + claimMs }, ordersAtOnce - attempts.size, { after, skippedTppIds });
    let dueOrders = await claim(lastTppId);
    // No later TPP has a due order, so the claim begins again at the first TPP.
    if (dueOrders.length === 0 && lastTppId !== '') dueOrders = await claim('');
    lastTppId = dueOrders.at(-1)?.tppId ?? '';
    return dueOrders;
  }

  return {
    /** Begins to send due orders, at most one of each TPP. Returns their number as soon as a slot is free for the next call. */
    async sendDue() {
      const dueOrders = await claimDue();
      for (const order of dueOrders) {
        const attempt = trySend(order)
          .catch(parts.onError)
          .finally(() => freeSlot(order));
        attempts.set(order, attempt);
      }
      if (attempts.size === ordersAtOnce) await Promise.race(attempts.values());
      return dueOrders.length;
    },
    /** Resolves when all orders in slots are sent or have failed. */
    async finish() {
      await Promise.all(attempts.values());
    },
  };
}
