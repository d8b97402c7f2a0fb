/** Reads a signing basket with its payments. A remote bank is asked how these stand. */
import { isFinal } from '../../domain/payments/status.ts';
import { paymentRead } from '../operation.ts';
import type { FoundBasket } from './create-signing-basket.ts';
import { type BasketName, findAlone, findBasket } from './find-basket.ts';

export const getSigningBasket = paymentRead({
  name: 'getSigningBasket',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name: BasketName): Promise<FoundBasket> {
    const { follower, caller, stores } = context;
    if (follower === null) return findBasket(context, name);
    const { basketId } = await findAlone(context, name);
    const payments = await stores.baskets.paymentsOf(basketId);
    const underWay = payments.filter(({ status }) => !isFinal(status));
    await follower.refresh(
      caller.tppId,
      underWay.map(({ paymentId }) => paymentId),
    );
    return findBasket(context, name);
  },
});
