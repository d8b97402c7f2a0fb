/** Pages of the entries of many accounts, in one statement. */
import { tppRead } from '../../operation.ts';
import type { EntryKey } from '../ports.ts';
import { requireRange, tooMany, transactionsAtOnce, type Wanted } from '../transactions-of-many.ts';

export const getEntriesOfAccounts = tppRead({
  name: 'getEntriesOfAccounts',
  refusals: ['FORMAT_ERROR', 'BAD_REQUEST'],
  async run({ stores }, { resourceIds, range, page }: Wanted<EntryKey>) {
    requireRange(range);
    const { accounts } = stores.sandbox;
    return (await accounts.entriesOfMany(resourceIds, range, page, transactionsAtOnce)) ?? tooMany();
  },
});
