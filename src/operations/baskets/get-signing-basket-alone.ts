/** Reads a signing basket without its payments, for callers who read those separately. A remote bank is asked how they stand. */
import { paymentRead } from '../operation.ts';
import { type BasketName, findAlone, refreshBasket } from './find-basket.ts';

export const getSigningBasketAlone = paymentRead({
  name: 'getSigningBasketAlone',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name: BasketName) {
    await refreshBasket(context, name);
    return findAlone(context, name);
  },
});
