/** Reads a signing basket with its payments. A deleted basket, or another TPP's, looks like one that never existed. */
import { refuse } from '../../domain/refusal.ts';
import type { Operation, ReadContext } from '../operation.ts';
import type { BasketRecord } from '../ports.ts';
import type { FoundBasket } from './create-signing-basket.ts';

export interface BasketName {
  readonly basketId: string;
}

export const getSigningBasket: Operation<BasketName, FoundBasket> = {
  name: 'getSigningBasket',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findBasket,
};

/** The basket by itself, for callers who ask for its payments when they want them. */
export const getSigningBasketAlone: Operation<BasketName, BasketRecord> = {
  name: 'getSigningBasketAlone',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findAlone,
};

export async function findBasket(context: ReadContext, name: BasketName): Promise<FoundBasket> {
  const basket = await findAlone(context, name);
  return { basket, payments: await context.stores.baskets.paymentsOf(basket.basketId) };
}

async function findAlone(context: ReadContext, { basketId }: BasketName): Promise<BasketRecord> {
  const basket = await context.stores.baskets.find(context.caller.tppId, basketId);
  if (basket && basket.state !== 'DELETED') return basket;
  throw refuse('RESOURCE_UNKNOWN', { path: 'basketId', text: 'there is no signing basket with this id' });
}
