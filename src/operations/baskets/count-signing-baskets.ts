/** Counts signing baskets of the calling TPP, up to a bound. */
import { paymentRead } from '../operation.ts';
import { countedAtMost } from '../ports/page.ts';

export const countSigningBaskets = paymentRead({
  name: 'countSigningBaskets',
  run: ({ stores, caller }) => stores.baskets.count(caller.tppId, countedAtMost + 1),
});
