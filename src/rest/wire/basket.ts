/** Signing baskets as REST shows them (specification 2.3, contract 8). */
import { basketLinks, basketStatus } from '../../domain/baskets/basket.ts';
import type { CreatedBasket, FoundBasket } from '../../operations/baskets/create-signing-basket.ts';

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
