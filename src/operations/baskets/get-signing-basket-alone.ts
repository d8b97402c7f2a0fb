/** Reads a signing basket by itself, for callers who ask for its payments when they want them. */
import { paymentRead } from '../operation.ts';
import { findAlone } from './find-basket.ts';

export const getSigningBasketAlone = paymentRead({
  name: 'getSigningBasketAlone',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findAlone,
});
