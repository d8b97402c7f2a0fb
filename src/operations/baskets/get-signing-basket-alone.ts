/** Reads a signing basket without its payments, for callers who read those separately. */
import { paymentRead } from '../operation.ts';
import { findAlone } from './find-basket.ts';

export const getSigningBasketAlone = paymentRead({
  name: 'getSigningBasketAlone',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findAlone,
});
