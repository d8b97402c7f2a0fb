import { refuse } from '../../domain/refusal.ts';
import { defineWriteForPaymentRole } from '../operation.ts';
import { type BasketWithPayments, withoutInstructions } from './create-signing-basket.ts';
import { lockBasket } from './find-basket.ts';
import type { BasketIdInput } from './ports.ts';

export const deleteSigningBasket = defineWriteForPaymentRole({
  name: 'deleteSigningBasket',
  storedForm: withoutInstructions<BasketWithPayments>,
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  prepare: (context, input: BasketIdInput) => context.bank.prepareBasketDeletion(context, input),
  async run(context, input: BasketIdInput, storeBankAnswer): Promise<BasketWithPayments> {
    const { baskets, authorisations } = context.stores;
    const { openBasket, payments } = await lockBasket(context, input);
    if (!openBasket) {
      throw refuse('CONFLICT', {
        path: 'basketId',
        text: 'the signing basket has been approved or rejected and can no longer be deleted',
      });
    }
    await storeBankAnswer(context.stores);
    const { basketId } = openBasket;
    await baskets.close(basketId, 'DELETED');
    await authorisations.endOpen({ basketId }, 'BASKET', 'WITHDRAWN', context.now);
    return { basket: { ...openBasket, state: 'DELETED' }, payments };
  },
});
