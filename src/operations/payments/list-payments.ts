import { defineReadForPaymentRole } from '../operation.ts';
import type { Page } from '../ports/page.ts';
import type { PaymentFilter, PaymentKey, PaymentListOptions } from '../ports/stores.ts';

interface ListPaymentsInput extends PaymentListOptions {
  readonly filter: PaymentFilter;
  readonly page: Page<PaymentKey>;
}

export const listPayments = defineReadForPaymentRole({
  name: 'listPayments',
  run: ({ stores, caller }, { filter, page, ...options }: ListPaymentsInput) =>
    stores.paymentLists.page(caller.tppId, filter, page, options),
});
