/** Histories of many payments, in one statement. Callers pass ids that they have read before, so ownership is settled. */
import type { Operation } from '../operation.ts';
import type { StatusChange } from '../ports/stores.ts';

export const getStatusHistories: Operation<
  readonly string[],
  ReadonlyMap<string, readonly StatusChange[]>
> = {
  name: 'getStatusHistories',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, paymentIds) => stores.payments.history(paymentIds),
};
