/**
 * The table of /v1: every path the service answers, in the order of the specification. Router, OpenAPI, docs/routes.md
 * and the tests read it. To add an operation, write its file under operations/ and its row here.
 */
import { z } from 'zod';
import type { HeaderColumn } from '../domain/headers.ts';
import type { PaymentService } from '../domain/payments/product.ts';
import { getAuthorisation } from '../operations/authorisations/get-authorisation.ts';
import { listAuthorisations } from '../operations/authorisations/list-authorisations.ts';
import { startAuthorisation } from '../operations/authorisations/start-authorisation.ts';
import { startCancellationAuthorisation } from '../operations/authorisations/start-cancellation-authorisation.ts';
import type { StartedAuthorisation } from '../operations/authorisations/started.ts';
import { type CancelledPayment, cancelPayment } from '../operations/payments/cancel-payment.ts';
import {
  type CreatedPayment,
  type CreatePaymentInput,
  createPayment,
} from '../operations/payments/create-payment.ts';
import { type FoundPayment, getPayment, type PaymentName } from '../operations/payments/get-payment.ts';
import { type FoundStanding, getPaymentStatus } from '../operations/payments/get-payment-status.ts';
import type { AuthorisationRecord } from '../operations/ports/stores.ts';
import { noBody } from './answer.ts';
import { basketRoutes } from './basket-routes.ts';
import { type AnyRoute, type QueryParameter, type RouteRequest, route } from './route.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import * as authorisation from './wire/authorisation.ts';
import * as payment from './wire/payment.ts';

const kibibyte = 1_024;

const allowLogicalDuplicate: QueryParameter = {
  name: 'allowLogicalDuplicate',
  required: false,
  schema: z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true'),
  description: 'Whether a payment like one of the last 24 hours is meant.',
};

const read = {
  body: 'none',
  bytesAtMost: 256 * kibibyte,
  digest: 'optional',
  query: [],
  headers: 'D',
  method: 'GET',
  success: 200,
} as const;

/** A change that takes no body, or an empty object. */
const change = {
  body: 'none',
  bytesAtMost: 256 * kibibyte,
  digest: 'optional',
  query: [],
  headers: 'D',
} as const;

function paymentRoutes(
  service: PaymentService,
  headers: HeaderColumn,
  bytesAtMost: number,
): readonly AnyRoute[] {
  const duplicates = service === 'periodic-payments' ? [] : [allowLogicalDuplicate];
  const named = (request: RouteRequest): PaymentName => {
    request.query([]);
    return { product: request.product(service), paymentId: request.parameter('paymentId') };
  };
  return [
    route<CreatePaymentInput, CreatedPayment>({
      method: 'POST',
      path: `/v1/${service}/:product`,
      summary: 'Create a payment',
      headers,
      body: 'json',
      bytesAtMost,
      digest: 'required',
      operation: createPayment,
      query: duplicates,
      input: async (request) => {
        const query = request.query(duplicates);
        const product = request.product(service);
        const instruction = await request.body(product.body);
        return {
          product,
          instruction,
          allowLogicalDuplicate: query.allowLogicalDuplicate === true,
          warnings: request.warnings,
        };
      },
      success: 201,
      answer: payment.createdPayment,
    }),
    route<PaymentName, FoundPayment>({
      ...read,
      path: `/v1/${service}/:product/:paymentId`,
      summary: 'Details of a payment',
      operation: getPayment,
      input: named,
      answer: payment.paymentDetails,
    }),
    route<PaymentName, FoundStanding>({
      ...read,
      path: `/v1/${service}/:product/:paymentId/status`,
      summary: 'Status of a payment',
      operation: getPaymentStatus,
      input: named,
      answer: payment.paymentStatus,
    }),
    route<PaymentName, CancelledPayment>({
      ...change,
      method: 'DELETE',
      path: `/v1/${service}/:product/:paymentId`,
      summary: 'Cancel a payment',
      operation: cancelPayment,
      input: named,
      success: 204,
      answer: noBody,
      instead: {
        when: ({ cancelled }) => !cancelled,
        success: 202,
        answer: authorisation.cancellationToApprove,
      },
    }),
    route<PaymentName, StartedAuthorisation>({
      ...change,
      method: 'POST',
      path: `/v1/${service}/:product/:paymentId/authorisations`,
      summary: 'Start the authorisation of a payment',
      operation: startAuthorisation,
      input: named,
      success: 201,
      answer: authorisation.startedAuthorisation,
    }),
    route<PaymentName, readonly AuthorisationRecord[]>({
      ...read,
      path: `/v1/${service}/:product/:paymentId/authorisations`,
      summary: 'Authorisations of a payment',
      operation: listAuthorisations,
      input: named,
      answer: authorisation.authorisationIds,
    }),
    route<PaymentName & { authorisationId: string }, AuthorisationRecord>({
      ...read,
      path: `/v1/${service}/:product/:paymentId/authorisations/:authorisationId`,
      summary: 'SCA status of an authorisation',
      operation: getAuthorisation,
      input: (request) => ({ ...named(request), authorisationId: request.parameter('authorisationId') }),
      answer: authorisation.authorisationStatus,
    }),
    route<PaymentName, StartedAuthorisation>({
      ...change,
      method: 'POST',
      path: `/v1/${service}/:product/:paymentId/cancellation-authorisations`,
      summary: 'Start the authorisation of a cancellation',
      operation: startCancellationAuthorisation,
      input: named,
      success: 201,
      answer: authorisation.startedAuthorisation,
    }),
    route<PaymentName & { authorisationId: string }, AuthorisationRecord>({
      ...read,
      path: `/v1/${service}/:product/:paymentId/cancellation-authorisations/:authorisationId`,
      summary: 'SCA status of the authorisation of a cancellation',
      operation: getAuthorisation,
      input: (request) => ({ ...named(request), authorisationId: request.parameter('authorisationId') }),
      answer: authorisation.authorisationStatus,
    }),
  ];
}

export const routes: readonly AnyRoute[] = [
  ...paymentRoutes('payments', 'F', 256 * kibibyte),
  ...paymentRoutes('bulk-payments', 'G', 1_024 * kibibyte),
  ...paymentRoutes('periodic-payments', 'E', 256 * kibibyte),
  ...basketRoutes,
  ...sandboxRoutes,
];
