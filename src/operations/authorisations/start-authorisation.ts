import { defineWriteForPaymentRole } from '../operation.ts';
import type { PaymentIdInput } from '../payments/ports.ts';
import { startForPayment } from './start-for-payment.ts';
import type { RequestWarnings } from './started-authorisation.ts';

export const startAuthorisation = defineWriteForPaymentRole({
  name: 'startAuthorisation',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  run: (context, input: PaymentIdInput & RequestWarnings) => startForPayment(context, input, 'PAYMENT'),
});
