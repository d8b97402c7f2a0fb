/** Reads a signing basket with its payments. */
import { paymentRead } from '../operation.ts';
import { findBasket } from './find-basket.ts';

export const getSigningBasket = paymentRead({
  name: 'getSigningBasket',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findBasket,
});
