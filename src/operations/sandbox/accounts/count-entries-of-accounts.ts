/** How many entries each of many accounts has, up to a bound. */
import { tppRead } from '../../operation.ts';
import { countedOfEachAtMost } from '../../ports/page.ts';
import type { Counted } from '../transactions-of-many.ts';

export const countEntriesOfAccounts = tppRead({
  name: 'countEntriesOfAccounts',
  async run({ stores }, { resourceIds, range }: Counted) {
    return stores.sandbox.accounts.countEntries(resourceIds, range, countedOfEachAtMost + 1);
  },
});
