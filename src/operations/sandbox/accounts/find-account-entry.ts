/** An entry that a payment made on an account of the TPP, by what identifies it; null where there is none. */
import type { AccountEntry } from '../../../domain/sandbox/account-entry.ts';
import { tppRead } from '../../operation.ts';

export const findAccountEntry = tppRead({
  name: 'findAccountEntry',
  run: ({ stores }, { postingId, position }: Pick<AccountEntry, 'postingId' | 'position'>) =>
    stores.sandbox.accounts.entry(postingId, position),
});
