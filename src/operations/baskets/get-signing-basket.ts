import type { TppMessage } from '../../domain/refusal.ts';
import { defineReadForPaymentRole } from '../operation.ts';
import { staleWarnings } from '../payments/stale-status.ts';
import type { BasketWithPayments } from './create-signing-basket.ts';
import { findRefreshedBasket } from './find-basket.ts';
import type { BasketIdInput } from './ports.ts';

export interface SigningBasketResult extends BasketWithPayments {
  readonly tppMessages: readonly TppMessage[];
}

export const getSigningBasket = defineReadForPaymentRole({
  name: 'getSigningBasket',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, input: BasketIdInput): Promise<SigningBasketResult> {
    const basket = await findRefreshedBasket(context, input);
    const payments = await context.stores.baskets.paymentsOf(basket.basketId);
    return { basket, payments, tppMessages: await staleWarnings(context, payments) };
  },
});
