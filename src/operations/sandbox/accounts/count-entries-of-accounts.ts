/** How many entries each of many accounts has, up to a bound. */
import type { Operation } from '../../operation.ts';
import { countedOfEachAtMost } from '../../ports/page.ts';
import type { Counted } from '../transactions-of-many.ts';

export const countEntriesOfAccounts: Operation<Counted, ReadonlyMap<string, number>> = {
  name: 'countEntriesOfAccounts',
  role: null,
  kind: 'read',
  refusals: [],
  async run({ stores }, { resourceIds, range }) {
    return stores.sandbox.accounts.countEntries(resourceIds, range, countedOfEachAtMost + 1);
  },
};
