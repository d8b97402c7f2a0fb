/** Whom each of many payments pays: names for a list. */
import type { Operation } from '../operation.ts';

/** Creditors that a payment in a list names. */
export const creditorNamesAtMost = 10;

export const getCreditorNames: Operation<readonly string[], ReadonlyMap<string, readonly string[]>> = {
  name: 'getCreditorNames',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, paymentIds) =>
    stores.payments.creditorNames(caller.tppId, paymentIds, creditorNamesAtMost),
};
