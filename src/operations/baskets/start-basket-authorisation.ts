import { basketPath } from '../../domain/baskets/basket.ts';
import { awaitsApproval } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import { openAuthorisation } from '../authorisations/open.ts';
import { psuOf } from '../authorisations/psu.ts';
import { describeStart, type RequestWarnings } from '../authorisations/started-authorisation.ts';
import { supportForBasket } from '../notifications/target.ts';
import { defineWriteForPaymentRole } from '../operation.ts';
import { lockBasket } from './find-basket.ts';
import type { BasketIdInput } from './ports.ts';

export const startBasketAuthorisation = defineWriteForPaymentRole({
  name: 'startBasketAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  prepare: (context, input: BasketIdInput) => context.bank.prepareBasketAuthorisation(context, input),
  async run(context, input: BasketIdInput & RequestWarnings, storeBankAnswer) {
    const { openBasket, payments } = await lockBasket(context, input);
    if (!openBasket || !payments.some(({ status }) => awaitsApproval(status))) {
      throw refuse('CONFLICT', {
        path: 'basketId',
        text: 'the signing basket has ended and can no longer be authorised',
      });
    }
    const { basketId } = openBasket;
    await storeBankAnswer(context.stores, openBasket);
    const authorisation = await openAuthorisation(context, psuOf(openBasket, context.psu), {
      kind: 'BASKET',
      target: { basketId },
      instructions: payments.map(({ instruction }) => instruction),
    });
    const authorisationsPath = `${basketPath(basketId)}/authorisations`;
    const notifications = supportForBasket(context);
    return describeStart(context, authorisation, authorisationsPath, notifications, input.warnings);
  },
});
