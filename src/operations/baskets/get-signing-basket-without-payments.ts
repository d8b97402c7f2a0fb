/** Reads a signing basket for callers that read its payments separately. */
import { paymentRead } from '../operation.ts';
import type { BasketIdInput } from '../payments/ports.ts';
import { freshBasket } from './find-basket.ts';

export const getSigningBasketWithoutPayments = paymentRead({
  name: 'getSigningBasketWithoutPayments',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (context, input: BasketIdInput) => freshBasket(context, input),
});
