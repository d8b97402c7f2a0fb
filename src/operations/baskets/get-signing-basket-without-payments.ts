import { defineReadForPaymentRole } from '../operation.ts';
import { findRefreshedBasket } from './find-basket.ts';
import type { BasketIdInput } from './ports.ts';

export const getSigningBasketWithoutPayments = defineReadForPaymentRole({
  name: 'getSigningBasketWithoutPayments',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (context, input: BasketIdInput) => findRefreshedBasket(context, input),
});
