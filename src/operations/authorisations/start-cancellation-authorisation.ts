import { defineWriteForPaymentRole } from '../operation.ts';
import type { PaymentIdInput } from '../payments/ports.ts';
import { startForPayment } from './start-for-payment.ts';
import type { RequestWarnings } from './started-authorisation.ts';

export const startCancellationAuthorisation = defineWriteForPaymentRole({
  name: 'startCancellationAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  prepare: (context, input: PaymentIdInput) => context.bank.prepareCancellationAuthorisation(context, input),
  run: (context, input: PaymentIdInput & RequestWarnings) => startForPayment(context, input, 'CANCELLATION'),
});
