/** Rows of the REST table for signing baskets. */
import { basketBody } from '../domain/baskets/basket.ts';
import { createSigningBasket } from '../operations/baskets/create-signing-basket.ts';
import { deleteSigningBasket } from '../operations/baskets/delete-signing-basket.ts';
import type { BasketName } from '../operations/baskets/find-basket.ts';
import { getBasketAuthorisation } from '../operations/baskets/get-basket-authorisation.ts';
import { getSigningBasket } from '../operations/baskets/get-signing-basket.ts';
import { listBasketAuthorisations } from '../operations/baskets/list-basket-authorisations.ts';
import { startBasketAuthorisation } from '../operations/baskets/start-basket-authorisation.ts';
import { noBody } from './answer.ts';
import { type AnyRoute, type RouteRequest, route } from './route.ts';
import * as authorisation from './wire/authorisation.ts';
import * as basket from './wire/basket.ts';

const plain = {
  body: 'none',
  bytesAtMost: 256 * 1_024,
  digest: 'optional',
  query: [],
  headers: 'D',
} as const;

const named = (request: RouteRequest): BasketName => {
  request.query([]);
  return { basketId: request.parameter('basketId') };
};
const namedAuthorisation = (request: RouteRequest) => ({
  ...named(request),
  authorisationId: request.parameter('authorisationId'),
});

export const basketRoutes: readonly AnyRoute[] = [
  route({
    ...plain,
    method: 'POST',
    path: '/v1/signing-baskets',
    summary: 'Create a signing basket',
    headers: 'B',
    body: 'json',
    operation: createSigningBasket,
    input: async (request) => {
      request.query([]);
      const { paymentIds } = await request.body(basketBody);
      return { paymentIds, warnings: request.warnings };
    },
    success: 201,
    answer: basket.createdBasket,
    takes: { schema: basketBody, example: basket.basketExample },
  }),
  route({
    ...plain,
    method: 'GET',
    path: '/v1/signing-baskets/:basketId',
    summary: 'Details of a signing basket',
    operation: getSigningBasket,
    input: named,
    success: 200,
    answer: basket.basketDetails,
  }),
  route({
    ...plain,
    method: 'GET',
    path: '/v1/signing-baskets/:basketId/status',
    summary: 'Status of a signing basket',
    operation: getSigningBasket,
    input: named,
    success: 200,
    answer: basket.basketStatus,
  }),
  route({
    ...plain,
    method: 'DELETE',
    path: '/v1/signing-baskets/:basketId',
    summary: 'Delete a signing basket before its approval',
    operation: deleteSigningBasket,
    input: named,
    success: 204,
    answer: noBody,
  }),
  route({
    ...plain,
    method: 'POST',
    path: '/v1/signing-baskets/:basketId/authorisations',
    summary: 'Start the authorisation of a signing basket',
    operation: startBasketAuthorisation,
    input: named,
    success: 201,
    answer: authorisation.startedAuthorisation,
  }),
  route({
    ...plain,
    method: 'GET',
    path: '/v1/signing-baskets/:basketId/authorisations',
    summary: 'Authorisations of a signing basket',
    operation: listBasketAuthorisations,
    input: named,
    success: 200,
    answer: authorisation.authorisationIds,
  }),
  route({
    ...plain,
    method: 'GET',
    path: '/v1/signing-baskets/:basketId/authorisations/:authorisationId',
    summary: 'SCA status of an authorisation of a signing basket',
    operation: getBasketAuthorisation,
    input: namedAuthorisation,
    success: 200,
    answer: authorisation.authorisationStatus,
  }),
];
