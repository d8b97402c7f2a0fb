/** A new status of a payment may end the authorisation, so the bank is asked first. */
import { findAuthorisation } from '../authorisations/find-authorisation.ts';
import { defineReadForPaymentRole } from '../operation.ts';
import { findRefreshedBasket } from './find-basket.ts';
import type { BasketIdInput } from './ports.ts';

export const getBasketAuthorisation = defineReadForPaymentRole({
  name: 'getBasketAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND'],
  async run(context, input: BasketIdInput & { readonly authorisationId: string }) {
    const { basketId } = await findRefreshedBasket(context, input);
    return findAuthorisation(context, input.authorisationId, (record) => record.basketId === basketId);
  },
});
