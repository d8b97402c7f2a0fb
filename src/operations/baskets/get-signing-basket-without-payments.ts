/** Reads a signing basket for callers that read its payments separately. */
import { paymentRead } from '../operation.ts';
import type { BasketName } from '../payments/ports.ts';
import { freshBasket } from './find-basket.ts';

export const getSigningBasketWithoutPayments = paymentRead({
  name: 'getSigningBasketWithoutPayments',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (context, name: BasketName) => freshBasket(context, name),
});
