/** Deletes a signing basket before its approval and frees its payments; afterwards it is a conflict. */
import { refuse } from '../../domain/refusal.ts';
import { paymentWrite } from '../context.ts';
import type { FoundBasket } from './create-signing-basket.ts';
import { type BasketName, findBasket } from './find-basket.ts';

export const deleteSigningBasket = paymentWrite({
  name: 'deleteSigningBasket',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  async run(context, name: BasketName): Promise<FoundBasket> {
    const { baskets, authorisations } = context.stores;
    const { basket } = await findBasket(context, name);
    const payments = await baskets.lockPayments(basket.basketId);
    // Whoever changes a basket holds its payments: what is read now stands.
    const locked = await baskets.find(basket.tppId, basket.basketId);
    if (locked?.state !== 'OPEN') {
      throw refuse('CONFLICT', {
        path: 'basketId',
        text: 'the signing basket has been approved or rejected and can no longer be deleted',
      });
    }
    await baskets.close(basket.basketId, 'DELETED');
    await authorisations.endOpen({ basketId: basket.basketId }, 'BASKET', 'WITHDRAWN', context.now);
    return { basket: { ...locked, state: 'DELETED' }, payments };
  },
});
