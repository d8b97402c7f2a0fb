/** Authorisations of a signing basket, oldest first. */
import { paymentRead } from '../context.ts';
import { type BasketName, findBasket } from './find-basket.ts';

export const listBasketAuthorisations = paymentRead({
  name: 'listBasketAuthorisations',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name: BasketName) {
    const { basket } = await findBasket(context, name);
    return context.stores.authorisations.list({ basketId: basket.basketId });
  },
});
