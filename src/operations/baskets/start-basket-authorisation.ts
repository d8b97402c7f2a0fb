/** Starts the authorisation of a signing basket: one approval signs all payments inside. */
import { basketPath } from '../../domain/baskets/basket.ts';
import { awaitsApproval } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import { openAuthorisation, psuOf, supersede } from '../authorisations/open.ts';
import { started } from '../authorisations/started.ts';
import { paymentWrite } from '../operation.ts';
import { basketThere } from '../remote/baskets.ts';
import { keepBasket } from '../remote/redirects.ts';
import { type BasketName, findBasket, lockBasket } from './find-basket.ts';

export const startBasketAuthorisation = paymentWrite({
  name: 'startBasketAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  async ask(context, name: BasketName): Promise<string | null> {
    const found = await findBasket(context, name);
    const isOpen = found.basket.state === 'OPEN';
    return isOpen && found.payments.some(({ status }) => awaitsApproval(status))
      ? basketThere(context, found)
      : null;
  },
  async run(context, name: BasketName, answered: string | null) {
    const { open, payments } = await lockBasket(context, name);
    if (!open || !payments.some(({ status }) => awaitsApproval(status))) {
      throw refuse('CONFLICT', {
        path: 'basketId',
        text: 'the signing basket has ended and can no longer be authorised',
      });
    }
    const { tppId, basketId: id, basketId } = open;
    if (answered !== null) await keepBasket(context.stores, { tppId, id, reference: answered });
    await supersede(context, { basketId }, 'BASKET');
    const authorisation = await openAuthorisation(context, psuOf(open, context.psu), {
      kind: 'BASKET',
      basketId,
      instructions: payments.map(({ instruction }) => instruction),
    });
    return started(context, authorisation, `${basketPath(basketId)}/authorisations`);
  },
});
