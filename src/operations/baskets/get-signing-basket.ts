/** Reads a signing basket with its payments. */
import type { Operation } from '../operation.ts';
import type { FoundBasket } from './create-signing-basket.ts';
import { type BasketName, findBasket } from './find-basket.ts';

export const getSigningBasket: Operation<BasketName, FoundBasket> = {
  name: 'getSigningBasket',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findBasket,
};
