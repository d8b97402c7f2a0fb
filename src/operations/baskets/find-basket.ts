/** A deleted basket and a basket of another TPP look as if they had never existed. */
import { isFinal } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Context, ReadContext } from '../operation.ts';
import type { CallContext } from '../ports/context.ts';
import type { BasketRecord } from '../ports/stores.ts';
import type { BasketWithPayments } from './create-signing-basket.ts';
import type { BasketIdInput } from './ports.ts';

export async function findBasketWithPayments(
  context: CallContext,
  input: BasketIdInput,
): Promise<BasketWithPayments> {
  const basket = await findBasketRecord(context, input);
  return { basket, payments: await context.stores.baskets.paymentsOf(basket.basketId) };
}

export async function findRefreshedBasket(context: ReadContext, input: BasketIdInput): Promise<BasketRecord> {
  const basket = await findBasketRecord(context, input);
  const mayHaveChanged = await context.bank.statuses.refresh(basket.tppId, async () => {
    const payments = await context.stores.baskets.paymentsOf(basket.basketId);
    return payments.flatMap(({ paymentId, status }) => (isFinal(status) ? [] : [paymentId]));
  });
  return mayHaveChanged ? findBasketRecord(context, input) : basket;
}

/** `openBasket` is null if the basket is approved or rejected. */
export async function lockBasket(context: Context, input: BasketIdInput) {
  const { baskets } = context.stores;
  const { basketId } = await findBasketRecord(context, input);
  const payments = await baskets.lockPayments(basketId);
  // Another request may have changed the basket before the locks. Now no request can, because each change first locks the payments.
  const currentBasket = await findBasketRecord(context, input);
  return { openBasket: currentBasket.state === 'OPEN' ? currentBasket : null, payments };
}

export async function findBasketRecord(
  context: CallContext,
  { basketId }: BasketIdInput,
): Promise<BasketRecord> {
  const basket = await context.stores.baskets.find(context.caller.tppId, basketId);
  if (basket && basket.state !== 'DELETED') return basket;
  throw refuse('RESOURCE_UNKNOWN', { path: 'basketId', text: 'there is no signing basket with this id' });
}
