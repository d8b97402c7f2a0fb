/** Starts the authorisation of a signing basket: one approval signs all payments inside. */
import { basketPath } from '../../domain/baskets/basket.ts';
import { awaitsApproval } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import { openAuthorisation, psuOf, supersede } from '../authorisations/open.ts';
import { started } from '../authorisations/started.ts';
import { paymentWrite } from '../operation.ts';
import { askingForBasket } from '../remote/asking.ts';
import { keepBasket } from '../remote/redirects.ts';
import { type BasketName, findBasket, lockBasket } from './find-basket.ts';

export const startBasketAuthorisation = paymentWrite({
  name: 'startBasketAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  async ask(context, name: BasketName): Promise<string | null> {
    const { basket, payments } = await findBasket(context, name);
    const { tppId, basketId } = basket;
    if (basket.state !== 'OPEN' || !payments.some(({ status }) => awaitsApproval(status))) return null;
    const known = await context.stores.remote.find(tppId, 'BASKET', basketId);
    if (known?.reference) return known.reference;
    const ids = payments.map(({ paymentId }) => paymentId);
    const remote = await context.stores.remote.findMany(tppId, 'PAYMENT', ids);
    const references = ids.flatMap((id) => remote.find((one) => one.id === id)?.reference ?? []);
    const asking = await askingForBasket(context.stores, basket, known?.psuIpAddress ?? null);
    return context.desk.createBasket(asking, references);
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
