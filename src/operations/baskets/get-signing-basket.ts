/** Reads a signing basket with its payments. A deleted basket, or another TPP's, looks like one that never existed. */
import { refuse } from '../../domain/refusal.ts';
import type { Operation, ReadContext } from '../operation.ts';
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

export async function findBasket(context: ReadContext, { basketId }: BasketName): Promise<FoundBasket> {
  const basket = await context.stores.baskets.find(context.caller.tppId, basketId);
  if (!basket || basket.state === 'DELETED') {
    throw refuse('RESOURCE_UNKNOWN', { path: 'basketId', text: 'there is no signing basket with this id' });
  }
  return { basket, payments: await context.stores.baskets.paymentsOf(basketId) };
}
