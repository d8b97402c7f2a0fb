/** Lists the authorisations of a signing basket, oldest first. */
import { paymentRead } from '../operation.ts';
import type { BasketName } from '../payments/ports.ts';
import { findBasketRecord } from './find-basket.ts';

export const listBasketAuthorisations = paymentRead({
  name: 'listBasketAuthorisations',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name: BasketName) {
    const { basketId } = await findBasketRecord(context, name);
    return context.stores.authorisations.list({ basketId });
  },
});
