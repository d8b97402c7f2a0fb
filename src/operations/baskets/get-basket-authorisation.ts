/** One authorisation of a signing basket. */
import { found } from '../authorisations/found.ts';
import type { Operation } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { type BasketName, findBasket } from './find-basket.ts';

export const getBasketAuthorisation: Operation<
  BasketName & { readonly authorisationId: string },
  AuthorisationRecord
> = {
  name: 'getBasketAuthorisation',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND'],
  async run(context, name) {
    const { basket } = await findBasket(context, name);
    return found(context, name.authorisationId, (one) => one.basketId === basket.basketId);
  },
};
