/** Instructions of many payments, without the entries of bulk payments. */
import { paymentRead } from '../operation.ts';

export const getInstructionHeads = paymentRead({
  name: 'getInstructionHeads',
  run: ({ stores, caller }, paymentIds: readonly string[]) =>
    stores.paymentLists.heads(caller.tppId, paymentIds),
});
