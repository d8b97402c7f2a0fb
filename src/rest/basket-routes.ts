import { basketBody } from '../domain/baskets/basket.ts';
import { createSigningBasket } from '../operations/baskets/create-signing-basket.ts';
import { deleteSigningBasket } from '../operations/baskets/delete-signing-basket.ts';
import { getBasketAuthorisation } from '../operations/baskets/get-basket-authorisation.ts';
import { getSigningBasket } from '../operations/baskets/get-signing-basket.ts';
import { listBasketAuthorisations } from '../operations/baskets/list-basket-authorisations.ts';
import type { BasketIdInput } from '../operations/baskets/ports.ts';
import { startBasketAuthorisation } from '../operations/baskets/start-basket-authorisation.ts';
import {
  defineDeletionRoute,
  defineReadRoute,
  defineRouteWithoutBody,
  defineWriteRoute,
} from './define-routes.ts';
import type { AnyRoute, RouteRequest } from './route.ts';
import * as authorisation from './wire/authorisation.ts';
import * as basket from './wire/basket.ts';
import { withNotifications } from './wire/notification.ts';

const basketsPath = '/v1/signing-baskets';
const readBasketId = (request: RouteRequest): BasketIdInput => ({
  basketId: request.readPathParameter('basketId'),
});

export const basketRoutes: readonly AnyRoute[] = [
  defineWriteRoute('POST', {
    path: basketsPath,
    summary: 'Create a signing basket',
    description:
      'The PSU approves the 1 to 10 payments of the basket together. They have the status RCVD, the same debtor account and the same PSU. Bulk and periodic payments cannot be in a basket.',
    headerColumn: 'BASKET',
    operation: createSigningBasket,
    schema: basketBody,
    example: basket.basketExample,
    input: ({ paymentIds }, { warnings }) => ({ paymentIds, warnings }),
    answer: basket.createdBasket,
  }),
  defineReadRoute({
    path: `${basketsPath}/:basketId`,
    summary: 'Details of a signing basket',
    description: 'The payments of the basket, and whether they have been approved or rejected.',
    operation: getSigningBasket,
    input: readBasketId,
    answer: basket.basketDetails,
  }),
  defineReadRoute({
    path: `${basketsPath}/:basketId/status`,
    summary: 'Status of a signing basket',
    description:
      'Whether the payments of the basket have been approved or rejected. To see what became of one payment, read the status of that payment.',
    operation: getSigningBasket,
    input: readBasketId,
    answer: basket.basketStatus,
  }),
  defineDeletionRoute({
    path: `${basketsPath}/:basketId`,
    summary: 'Delete a signing basket before its approval',
    description: 'Its payments stay, and can be approved one by one or in another basket.',
    operation: deleteSigningBasket,
    input: readBasketId,
  }),
  defineRouteWithoutBody('POST', 201, {
    path: `${basketsPath}/:basketId/authorisations`,
    summary: 'Start the authorisation of a signing basket',
    description:
      'Send the PSU to scaRedirect. One approval signs all payments of the basket; the bank checks each of them separately.',
    operation: startBasketAuthorisation,
    input: (request) => ({ ...readBasketId(request), warnings: request.warnings }),
    answer: authorisation.startedAuthorisation,
    ...withNotifications,
  }),
  defineReadRoute({
    path: `${basketsPath}/:basketId/authorisations`,
    summary: 'Authorisations of a signing basket',
    description: 'Their ids, oldest first.',
    operation: listBasketAuthorisations,
    input: readBasketId,
    answer: authorisation.authorisationIds,
  }),
  defineReadRoute({
    path: `${basketsPath}/:basketId/authorisations/:authorisationId`,
    summary: 'SCA status of an authorisation of a signing basket',
    description: 'The status of the log-in and approval by the PSU.',
    operation: getBasketAuthorisation,
    input: (request) => ({
      ...readBasketId(request),
      authorisationId: request.readPathParameter('authorisationId'),
    }),
    answer: authorisation.authorisationStatus,
  }),
];
