/** An entry that a payment made on an account of the TPP, by what identifies it; null where there is none. */
import type { AccountEntry } from '../../../domain/sandbox/account-entry.ts';
import type { Operation } from '../../operation.ts';

export const findAccountEntry: Operation<
  { readonly postingId: string; readonly position: number },
  AccountEntry | null
> = {
  name: 'findAccountEntry',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ caller, stores }, { postingId, position }) =>
    stores.sandbox.accounts.entry(caller.tppId, postingId, position),
};
