/** Starts the authorisation of a payment. */
import type { Operation } from '../operation.ts';
import type { PaymentName } from '../payments/get-payment.ts';
import { startFor } from './start-for-payment.ts';
import type { StartedAuthorisation } from './started.ts';

export const startAuthorisation: Operation<PaymentName, StartedAuthorisation> = {
  name: 'startAuthorisation',
  role: 'PSP_PI',
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  run: (context, name) => startFor(context, name, 'PAYMENT'),
};
