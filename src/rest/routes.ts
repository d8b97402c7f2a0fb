/** The table of all /v1 paths, in the order of the specification. */
import { z } from 'zod';
import type { QueryParameter } from '../domain/fields/request-parts.ts';
import { creationColumns, type PaymentService } from '../domain/payments/product.ts';
import { getAuthorisation } from '../operations/authorisations/get-authorisation.ts';
import { listAuthorisations } from '../operations/authorisations/list-authorisations.ts';
import { startAuthorisation } from '../operations/authorisations/start-authorisation.ts';
import { startCancellationAuthorisation } from '../operations/authorisations/start-cancellation-authorisation.ts';
import { cancelPayment } from '../operations/payments/cancel-payment.ts';
import { createPayment } from '../operations/payments/create-payment.ts';
import { getPayment } from '../operations/payments/get-payment.ts';
import { getPaymentStatus } from '../operations/payments/get-payment-status.ts';
import type { PaymentIdInput } from '../operations/payments/ports.ts';
import { basketRoutes } from './basket-routes.ts';
import { defineDeletionRoute, defineReadRoute, defineRouteWithoutBody } from './define-routes.ts';
import { type AnyRoute, defineRoute, type RouteRequest } from './route.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import * as authorisation from './wire/authorisation.ts';
import { withNotifications } from './wire/notification.ts';
import * as wire from './wire/payment.ts';

const kibibyte = 1_024;

const allowLogicalDuplicate: QueryParameter = {
  name: 'allowLogicalDuplicate',
  required: false,
  schema: z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true'),
  description: 'true: create the payment even if it duplicates one from the last 24 hours.',
};

const createPaymentIdReader =
  (service: PaymentService) =>
  (request: RouteRequest): PaymentIdInput => ({
    product: request.readProduct(service),
    paymentId: request.readPathParameter('paymentId'),
  });

function creationRoute(service: PaymentService, bytesAtMost: number): AnyRoute {
  return defineRoute({
    method: 'POST',
    path: `/v1/${service}/:product`,
    summary: 'Create a payment',
    headerColumn: creationColumns[service],
    body: 'json',
    bytesAtMost,
    operation: createPayment,
    query: service === 'periodic-payments' ? [] : [allowLogicalDuplicate],
    input: async (request) => {
      const product = request.readProduct(service);
      const instruction = await request.readBody(product.body);
      return {
        product,
        instruction,
        allowLogicalDuplicate: request.query.allowLogicalDuplicate === true,
        warnings: request.warnings,
      };
    },
    successStatus: 201,
    answer: wire.createdPayment,
    ...withNotifications,
  });
}

function paymentRoutes(service: PaymentService, path: string): readonly AnyRoute[] {
  const input = createPaymentIdReader(service);
  return [
    defineReadRoute({
      path,
      summary: 'Details of a payment',
      description:
        'The fields of the creation, and debtorName if the bank knows it. The status is a resource of its own.',
      operation: getPayment,
      input,
      answer: wire.paymentDetails,
    }),
    defineReadRoute({
      path: `${path}/status`,
      summary: 'Status of a payment',
      description:
        'A payment that waits for funds also has fundsAvailable. Notifications save you the polling (docs/notifications.md).',
      operation: getPaymentStatus,
      input,
      answer: wire.paymentStatus,
    }),
    defineDeletionRoute({
      path,
      summary: 'Cancel a payment',
      description:
        '204: the PSU had not approved the payment, and it is CANC. 202: the PSU has approved it. Start the authorisation of the cancellation. When the PSU approves the cancellation, the payment is CANC. A payment with a final status cannot be cancelled.',
      operation: cancelPayment,
      input,
      alternative: {
        appliesTo: ({ cancelled }) => !cancelled,
        successStatus: 202,
        answer: authorisation.cancellationToApprove,
      },
    }),
  ];
}

function authorisationRoutes(service: PaymentService, path: string): readonly AnyRoute[] {
  const readPaymentId = createPaymentIdReader(service);
  const readStartInput = (request: RouteRequest) => ({
    ...readPaymentId(request),
    warnings: request.warnings,
  });
  const readAuthorisationId = (request: RouteRequest) => ({
    ...readPaymentId(request),
    authorisationId: request.readPathParameter('authorisationId'),
  });
  return [
    defineRouteWithoutBody('POST', 201, {
      path: `${path}/authorisations`,
      summary: 'Start the authorisation of a payment',
      description:
        'Send the PSU to scaRedirect. If the PSU does not finish in time, the payment is RJCT. A new start ends an authorisation that is still open. A payment in a signing basket is authorised through its basket.',
      operation: startAuthorisation,
      input: readStartInput,
      answer: authorisation.startedAuthorisation,
      ...withNotifications,
    }),
    defineReadRoute({
      path: `${path}/authorisations`,
      summary: 'Authorisations of a payment',
      description:
        'The ids of the authorisations that approve the payment, oldest first. Authorisations of a cancellation are not in the list.',
      operation: listAuthorisations,
      input: readPaymentId,
      answer: authorisation.authorisationIds,
    }),
    defineReadRoute({
      path: `${path}/authorisations/:authorisationId`,
      summary: 'SCA status of an authorisation',
      description:
        'The status of the log-in and approval by the PSU. The status of the payment shows what the bank does then.',
      operation: getAuthorisation,
      input: readAuthorisationId,
      answer: authorisation.authorisationStatus,
    }),
    defineRouteWithoutBody('POST', 201, {
      path: `${path}/cancellation-authorisations`,
      summary: 'Start the authorisation of a cancellation',
      description:
        'For a payment that the PSU has approved and that has no final status. Send the PSU to scaRedirect; the payment is CANC when the PSU approves.',
      operation: startCancellationAuthorisation,
      input: readStartInput,
      answer: authorisation.startedCancellation,
      ...withNotifications,
    }),
    defineReadRoute({
      path: `${path}/cancellation-authorisations/:authorisationId`,
      summary: 'SCA status of the authorisation of a cancellation',
      description: 'When the status is finalised, the payment is CANC.',
      operation: getAuthorisation,
      input: (request) => ({ ...readAuthorisationId(request), kind: 'CANCELLATION' as const }),
      answer: authorisation.authorisationStatus,
    }),
  ];
}

function routesOf(service: PaymentService, bytesAtMost: number): readonly AnyRoute[] {
  const path = `/v1/${service}/:product/:paymentId`;
  const routes = [
    creationRoute(service, bytesAtMost),
    ...paymentRoutes(service, path),
    ...authorisationRoutes(service, path),
  ];
  return routes.map((route): AnyRoute => ({ ...route, service }));
}

export const routes: readonly AnyRoute[] = [
  ...routesOf('payments', 256 * kibibyte),
  ...routesOf('bulk-payments', 1_024 * kibibyte),
  ...routesOf('periodic-payments', 256 * kibibyte),
  ...basketRoutes,
  ...sandboxRoutes,
];
