import { defineReadForPaymentRole } from '../operation.ts';
import { findBasketRecord } from './find-basket.ts';
import type { BasketIdInput } from './ports.ts';

export const listBasketAuthorisations = defineReadForPaymentRole({
  name: 'listBasketAuthorisations',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, input: BasketIdInput) {
    const { basketId } = await findBasketRecord(context, input);
    return context.stores.authorisations.list({ basketId });
  },
});
