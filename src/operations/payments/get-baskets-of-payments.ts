/** The newest basket of each of many payments. Callers pass ids that they have read before, so ownership is settled. */
import type { Operation } from '../operation.ts';
import type { BasketRecord } from '../ports/stores.ts';

export const getBasketsOfPayments: Operation<readonly string[], ReadonlyMap<string, BasketRecord>> = {
  name: 'getBasketsOfPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, paymentIds) => stores.payments.basketsOf(paymentIds),
};
