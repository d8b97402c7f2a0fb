/** Instructions of many payments, without the entries of bulk payments. */
import type { Operation } from '../operation.ts';

export const getInstructionHeads: Operation<
  readonly string[],
  ReadonlyMap<string, Readonly<Record<string, unknown>>>
> = {
  name: 'getInstructionHeads',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, paymentIds) => stores.payments.heads(caller.tppId, paymentIds),
};
