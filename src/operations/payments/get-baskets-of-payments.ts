/** The newest basket of each of many payments. Callers pass ids that they have read before, so ownership is settled. */
import { paymentRead } from '../operation.ts';

export const getBasketsOfPayments = paymentRead({
  name: 'getBasketsOfPayments',
  run: ({ stores }, paymentIds: readonly string[]) => stores.baskets.ofPayments(paymentIds),
});
