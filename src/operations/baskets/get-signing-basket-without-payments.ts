import { defineReadForPaymentRole } from '../operation.ts';
import type { BasketIdInput } from '../payments/ports.ts';
import { refreshBasket } from './find-basket.ts';

export const getSigningBasketWithoutPayments = defineReadForPaymentRole({
  name: 'getSigningBasketWithoutPayments',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (context, input: BasketIdInput) => refreshBasket(context, input),
});
