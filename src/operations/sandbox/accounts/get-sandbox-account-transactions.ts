import type { AccountEntry } from '../../../domain/sandbox/account-entry.ts';
import { type DayRange, requireRange } from '../../../domain/sandbox/transaction-lists.ts';
import { defineReadForAnyRole } from '../../operation.ts';
import type { Page } from '../../ports/page.ts';
import type { AccountRecord, EntryKey } from '../ports.ts';
import { getSandboxAccount } from './get-sandbox-account.ts';

export interface AccountTransactions {
  readonly account: AccountRecord;
  readonly entries: readonly AccountEntry[];
  readonly page: Page<EntryKey>;
}

interface EntriesInput {
  readonly resourceId: string;
  readonly range: DayRange;
  readonly page: Page<EntryKey>;
}

export const getSandboxAccountTransactions = defineReadForAnyRole({
  name: 'getSandboxAccountTransactions',
  refusals: ['FORMAT_ERROR', 'RESOURCE_UNKNOWN'],
  async run(context, { resourceId, range, page }: EntriesInput): Promise<AccountTransactions> {
    requireRange(range);
    const account = await getSandboxAccount.run(context, { resourceId });
    const pages = await context.stores.sandbox.accounts.entries([resourceId], range, page, page.limit);
    // null only if the pages of several accounts together exceed the last argument. One page never exceeds its own limit.
    return { account, entries: pages?.get(resourceId) ?? [], page };
  },
});
