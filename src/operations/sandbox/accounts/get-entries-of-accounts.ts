/** Pages of the entries of many accounts, in one statement. */
import type { AccountEntry } from '../../../domain/sandbox/account-entry.ts';
import type { Operation } from '../../operation.ts';
import type { EntryKey } from '../ports.ts';
import { requireRange, tooMany, transactionsAtOnce, type Wanted } from '../transactions-of-many.ts';

export const getEntriesOfAccounts: Operation<
  Wanted<EntryKey>,
  ReadonlyMap<string, readonly AccountEntry[]>
> = {
  name: 'getEntriesOfAccounts',
  role: null,
  kind: 'read',
  refusals: ['FORMAT_ERROR', 'BAD_REQUEST'],
  async run({ stores }, { resourceIds, range, page }) {
    requireRange(range);
    const { accounts } = stores.sandbox;
    return (await accounts.entriesOfMany(resourceIds, range, page, transactionsAtOnce)) ?? tooMany();
  },
};
