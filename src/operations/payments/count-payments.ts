import { defineReadForPaymentRole } from '../operation.ts';
import { countedAtMost } from '../ports/page.ts';
import type { PaymentFilter } from '../ports/stores.ts';

export const countPayments = defineReadForPaymentRole({
  name: 'countPayments',
  run: ({ stores, caller }, filter: PaymentFilter) =>
    stores.paymentLists.count(caller.tppId, filter, countedAtMost + 1),
});
