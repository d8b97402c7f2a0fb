/** Names of the creditors of many payments, for a list. */
import { paymentRead } from '../operation.ts';

/** How many creditors are named for each payment of a list. */
export const creditorNamesAtMost = 10;

export const getCreditorNames = paymentRead({
  name: 'getCreditorNames',
  run: ({ stores, caller }, paymentIds: readonly string[]) =>
    stores.paymentLists.creditorNames(caller.tppId, paymentIds, creditorNamesAtMost),
});
