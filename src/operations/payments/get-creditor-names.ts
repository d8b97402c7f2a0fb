/** Names of the creditors of many payments, for a list. */
import type { Operation } from '../operation.ts';

/** How many creditors are named for each payment of a list. */
export const creditorNamesAtMost = 10;

export const getCreditorNames: Operation<readonly string[], ReadonlyMap<string, readonly string[]>> = {
  name: 'getCreditorNames',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, paymentIds) =>
    stores.payments.creditorNames(caller.tppId, paymentIds, creditorNamesAtMost),
};
