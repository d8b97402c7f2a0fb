/** Payments of the calling TPP by their ids, in one statement. */
import { paymentRead } from '../operation.ts';

export const getPayments = paymentRead({
  name: 'getPayments',
  run: ({ stores, caller }, paymentIds: readonly string[]) =>
    stores.paymentLists.findMany(caller.tppId, paymentIds),
});
