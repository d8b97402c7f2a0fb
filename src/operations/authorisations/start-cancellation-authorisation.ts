/** Starts the authorisation of the cancellation of an approved payment. */
import type { Operation } from '../operation.ts';
import type { PaymentName } from '../payments/get-payment.ts';
import { startFor } from './start-for-payment.ts';
import type { StartedAuthorisation } from './started.ts';

export const startCancellationAuthorisation: Operation<PaymentName, StartedAuthorisation> = {
  name: 'startCancellationAuthorisation',
  role: 'PSP_PI',
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  run: (context, name) => startFor(context, name, 'CANCELLATION'),
};
