/** Starts the authorisation of a payment. */
import { paymentWrite } from '../operation.ts';
import type { PaymentName } from '../payments/ports.ts';
import { startForPayment } from './start-for-payment.ts';
import type { RequestWarnings } from './started-authorisation.ts';

export const startAuthorisation = paymentWrite({
  name: 'startAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  run: (context, name: PaymentName & RequestWarnings) => startForPayment(context, name, 'PAYMENT'),
});
