/** Starts the authorisation of the cancellation of an approved payment. */
import { paymentWrite } from '../operation.ts';
import type { PaymentName } from '../payments/ports.ts';
import { startForPayment } from './start-for-payment.ts';
import type { RequestWarnings } from './started-authorisation.ts';

export const startCancellationAuthorisation = paymentWrite({
  name: 'startCancellationAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  prepare: (context, name: PaymentName) => context.bank.prepareCancellationApproval(context, name),
  run: (context, name: PaymentName & RequestWarnings) => startForPayment(context, name, 'CANCELLATION'),
});
