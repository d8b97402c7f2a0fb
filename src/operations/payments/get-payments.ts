/** Payments of the calling TPP by their ids, in one statement. */
import type { Operation } from '../operation.ts';
import type { ListedPayment } from '../ports/stores.ts';

export const getPayments: Operation<readonly string[], readonly ListedPayment[]> = {
  name: 'getPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, paymentIds) => stores.payments.findMany(caller.tppId, paymentIds),
};
