/** Signing baskets as REST shows them (specification 2.3, contract 8), and the schemas of what is shown. */
import { z } from 'zod';
import {
  basketLinks,
  basketStatus,
  basketStatuses,
  basketStatusMeanings,
  paymentsPerBasket,
} from '../../domain/baskets/basket.ts';
import type { CreatedBasket, FoundBasket } from '../../operations/baskets/create-signing-basket.ts';
import { exampleIds, links, opaqueId, tppMessages } from './schemas.ts';

const statusOf = ({ payments }: FoundBasket) => basketStatus(payments.map(({ status }) => status));

/** Answer to a creation (specification 2.3). */
export function createdBasket(created: CreatedBasket) {
  return {
    basketId: created.basket.basketId,
    transactionStatus: statusOf(created),
    ...(created.tppMessages.length > 0 ? { tppMessages: created.tppMessages } : {}),
    _links: created.links,
  };
}

/** The basket with the ids of its payments. */
export function basketDetails(found: FoundBasket) {
  return {
    paymentIds: found.payments.map(({ paymentId }) => paymentId),
    transactionStatus: statusOf(found),
    _links: basketLinks(found.basket.basketId, found.basket.state === 'OPEN'),
  };
}

/** The basket's status alone: the worst case of the payments inside. */
export function basketStatusBody(found: FoundBasket) {
  return { transactionStatus: statusOf(found) };
}

const transactionStatus = z.enum(basketStatuses).meta({
  id: 'SigningBasketStatus',
  description: basketStatuses.map((status) => `${status}: ${basketStatusMeanings[status]}`).join(' '),
});
const exampleLinks = basketLinks(exampleIds.basket, true);

export const basketExample = { paymentIds: [exampleIds.payment] };

export const createdBasketSchema = z
  .strictObject({ basketId: opaqueId, transactionStatus, tppMessages, _links: links })
  .meta({
    id: 'CreatedSigningBasket',
    description: 'Answer to the creation of a signing basket.',
    examples: [{ basketId: exampleIds.basket, transactionStatus: 'RCVD', _links: exampleLinks }],
  });

export const basketDetailsSchema = z
  .strictObject({
    paymentIds: z.array(opaqueId).min(1).max(paymentsPerBasket),
    transactionStatus,
    _links: links,
  })
  .meta({
    id: 'SigningBasketDetails',
    examples: [{ ...basketExample, transactionStatus: 'RCVD', _links: exampleLinks }],
  });

export const basketStatusSchema = z
  .strictObject({ transactionStatus })
  .meta({ id: 'SigningBasketStatusAnswer', examples: [{ transactionStatus: 'PATC' }] });
