/** Starts the authorisation of a signing basket: one approval signs all payments inside. */
import { basketPath } from '../../domain/baskets/basket.ts';
import { awaitsApproval } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import { openAuthorisation, psuOf, supersede } from '../authorisations/open.ts';
import { started } from '../authorisations/started.ts';
import { paymentWrite } from '../context.ts';
import { type BasketName, findBasket } from './find-basket.ts';

export const startBasketAuthorisation = paymentWrite({
  name: 'startBasketAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  async run(context, name: BasketName) {
    const { baskets } = context.stores;
    const { basket } = await findBasket(context, name);
    const payments = await baskets.lockPayments(basket.basketId);
    // Whoever changes a basket holds its payments: what is read now stands.
    const locked = await baskets.find(basket.tppId, basket.basketId);
    if (locked?.state !== 'OPEN' || !payments.some(({ status }) => awaitsApproval(status))) {
      throw refuse('CONFLICT', {
        path: 'basketId',
        text: 'the signing basket has ended and can no longer be authorised',
      });
    }
    await supersede(context, { basketId: basket.basketId }, 'BASKET');
    const authorisation = await openAuthorisation(context, psuOf(basket, context.psu), {
      kind: 'BASKET',
      basketId: basket.basketId,
      instructions: payments.map(({ instruction }) => instruction),
    });
    return started(context, authorisation, `${basketPath(basket.basketId)}/authorisations`);
  },
});
