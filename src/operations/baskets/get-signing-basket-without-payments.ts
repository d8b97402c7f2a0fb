/** Reads a signing basket for callers that read its payments separately. */
import { paymentRead } from '../operation.ts';
import type { BasketName } from '../payments/ports.ts';
import { findBasketRecord, refreshBasket } from './find-basket.ts';

export const getSigningBasketWithoutPayments = paymentRead({
  name: 'getSigningBasketWithoutPayments',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name: BasketName) {
    const basket = await findBasketRecord(context, name);
    const mayHaveChanged = await refreshBasket(context, basket);
    return mayHaveChanged ? findBasketRecord(context, name) : basket;
  },
});
