/** Counts signing baskets of the calling TPP, up to a bound. */
import type { Operation } from '../operation.ts';
import { countedAtMost } from '../ports/page.ts';

export const countSigningBaskets: Operation<undefined, number> = {
  name: 'countSigningBaskets',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }) => stores.baskets.count(caller.tppId, countedAtMost + 1),
};
