/** Counts payments of the calling TPP, up to a bound. */
import type { Operation } from '../operation.ts';
import { countedAtMost } from '../ports/page.ts';
import type { PaymentFilter } from '../ports/stores.ts';

export const countPayments: Operation<PaymentFilter, number> = {
  name: 'countPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, filter) => stores.payments.count(caller.tppId, filter, countedAtMost + 1),
};
