/** A signing basket of the calling TPP. A deleted basket, or another TPP's, looks like one that never existed. */
import { refuse } from '../../domain/refusal.ts';
import type { ReadContext } from '../operation.ts';
import type { BasketRecord } from '../ports/stores.ts';
import type { FoundBasket } from './create-signing-basket.ts';

export interface BasketName {
  readonly basketId: string;
}

export async function findBasket(context: ReadContext, name: BasketName): Promise<FoundBasket> {
  const basket = await findAlone(context, name);
  return { basket, payments: await context.stores.baskets.paymentsOf(basket.basketId) };
}

export async function findAlone(context: ReadContext, { basketId }: BasketName): Promise<BasketRecord> {
  const basket = await context.stores.baskets.find(context.caller.tppId, basketId);
  if (basket && basket.state !== 'DELETED') return basket;
  throw refuse('RESOURCE_UNKNOWN', { path: 'basketId', text: 'there is no signing basket with this id' });
}
