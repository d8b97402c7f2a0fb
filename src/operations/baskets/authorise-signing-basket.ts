/** The authorisations of a signing basket: start, list, status. One approval signs all payments inside (contract 8). */
import { basketPath } from '../../domain/baskets/basket.ts';
import { awaitsApproval } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import { openAuthorisation, psuOf, supersede } from '../authorisations/open.ts';
import { found } from '../authorisations/read-authorisations.ts';
import { type StartedAuthorisation, started } from '../authorisations/start-authorisation.ts';
import type { Operation } from '../operation.ts';
import type { AuthorisationRecord } from '../ports.ts';
import { type BasketName, findBasket } from './get-signing-basket.ts';

export const startBasketAuthorisation: Operation<BasketName, StartedAuthorisation> = {
  name: 'startBasketAuthorisation',
  role: 'PSP_PI',
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT', 'HTTP_HEADER_REQUIRED'],
  async run(context, name) {
    const { baskets } = context.stores;
    const { basket } = await findBasket(context, name);
    const payments = await baskets.lockPayments(basket.basketId);
    const locked = await baskets.lock(basket.basketId);
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
};

export const listBasketAuthorisations: Operation<BasketName, readonly AuthorisationRecord[]> = {
  name: 'listBasketAuthorisations',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name) {
    const { basket } = await findBasket(context, name);
    return context.stores.authorisations.list({ basketId: basket.basketId });
  },
};

export const getBasketAuthorisation: Operation<
  BasketName & { readonly authorisationId: string },
  AuthorisationRecord
> = {
  name: 'getBasketAuthorisation',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND'],
  async run(context, name) {
    const { basket } = await findBasket(context, name);
    return found(context, name.authorisationId, (one) => one.basketId === basket.basketId);
  },
};
