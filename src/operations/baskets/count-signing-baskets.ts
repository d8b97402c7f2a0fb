import { defineReadForPaymentRole } from '../operation.ts';
import { countedAtMost } from '../ports/page.ts';

export const countSigningBaskets = defineReadForPaymentRole({
  name: 'countSigningBaskets',
  run: ({ stores, caller }) => stores.baskets.count(caller.tppId, countedAtMost + 1),
});
