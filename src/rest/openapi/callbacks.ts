/** Describes what the bank posts to the address of TPP-Notification-URI. */
import { notificationBodyOf } from '../../domain/notifications/notification.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { AnyRoute } from '../route.ts';
import { notificationBody } from '../wire/notification.ts';
import { exampleIds } from '../wire/schemas.ts';
import type { Components } from './components.ts';
import type { CallbackObject, OperationObject, ParameterObject } from './model.ts';

const header = (name: string, description: string): ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const parameters = [
  header('X-Request-ID', 'A UUID, the same for every attempt of a notification.'),
  header('Date', 'Time of the signature, in the format of RFC 1123.'),
  header('Digest', 'Base64 of the SHA-256 hash of the body: SHA-256=….'),
  header('ASPSP-Signature-Certificate', 'The certificate of the bank in Base64.'),
  header('Signature', 'The signature of the bank over date, digest and x-request-id.'),
];

export function callbacksOf(
  { notifies }: AnyRoute,
  [exampleProduct]: readonly Product[],
  components: Components,
): Pick<OperationObject, 'callbacks'> {
  // Only routes of baskets have no product, and the bank sends no notifications of baskets.
  if (!notifies || exampleProduct === undefined) return {};
  const post: CallbackObject = {
    summary: 'A status has changed',
    description:
      'Sent at least once, in order for each payment, until the response is 2xx or attempts have failed for a day (docs/notifications.md).',
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: components.toSchemaJson(notificationBody),
          example: notificationBodyOf(exampleProduct, exampleIds.payment, { transactionStatus: 'RJCT' }),
        },
      },
    },
    responses: {
      '200': { description: 'The TPP has accepted the notification. Any 2xx says so.' },
      '4XX': { description: 'The TPP has not accepted it. The bank tries again after any status but 2xx.' },
    },
  };
  return { callbacks: { statusChange: { '{$request.header.TPP-Notification-URI}': { post } } } };
}
