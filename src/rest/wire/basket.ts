import { z } from 'zod';
import {
  basketLinks,
  basketStatuses,
  basketStatusMeanings,
  basketView,
} from '../../domain/baskets/basket.ts';
import { opaqueId } from '../../domain/fields/shown.ts';
import type { CreatedBasket } from '../../operations/baskets/create-signing-basket.ts';
import type { SigningBasketResult } from '../../operations/baskets/get-signing-basket.ts';
import { defineAnswer, messagesField } from '../answer.ts';
import { exampleIds, linksSchema, tppMessages } from './schemas.ts';

const transactionStatus = basketView.schema.shape.transactionStatus.meta({
  id: 'SigningBasketStatus',
  description: basketStatuses.map((status) => `${status}: ${basketStatusMeanings[status]}`).join(' '),
});
const exampleLinks = basketLinks({ basketId: exampleIds.basket, state: 'OPEN' });

export const basketExample = { paymentIds: [exampleIds.payment] };

export const createdBasket = defineAnswer(
  z.strictObject({ basketId: opaqueId, transactionStatus, tppMessages, _links: linksSchema }).meta({
    id: 'CreatedSigningBasket',
    description: 'Response to the creation of a signing basket.',
    examples: [{ basketId: exampleIds.basket, transactionStatus: 'RCVD', _links: exampleLinks }],
  }),
  (outcome: CreatedBasket) => ({
    basketId: outcome.basket.basketId,
    transactionStatus: basketView.write(outcome).transactionStatus,
    ...messagesField(outcome.tppMessages),
    _links: outcome.links,
  }),
);

export const basketDetails = defineAnswer(
  z.strictObject({ ...basketView.schema.shape, transactionStatus, tppMessages, _links: linksSchema }).meta({
    id: 'SigningBasketDetails',
    examples: [{ ...basketExample, transactionStatus: 'RCVD', _links: exampleLinks }],
  }),
  (details: SigningBasketResult) => ({
    ...basketView.write(details),
    ...messagesField(details.tppMessages),
    _links: basketLinks(details.basket),
  }),
);

export const basketStatus = defineAnswer(
  z
    .strictObject({ transactionStatus, tppMessages })
    .meta({ id: 'SigningBasketStatusAnswer', examples: [{ transactionStatus: 'PATC' }] }),
  (details: SigningBasketResult) => ({
    transactionStatus: basketView.write(details).transactionStatus,
    ...messagesField(details.tppMessages),
  }),
);
