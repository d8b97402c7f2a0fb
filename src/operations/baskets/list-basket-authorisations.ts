/** Authorisations of a signing basket, oldest first. */
import type { Operation } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { type BasketName, findBasket } from './find-basket.ts';

export const listBasketAuthorisations: Operation<BasketName, readonly AuthorisationRecord[]> = {
  name: 'listBasketAuthorisations',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name) {
    const { basket } = await findBasket(context, name);
    return context.stores.authorisations.list({ basketId: basket.basketId });
  },
};
