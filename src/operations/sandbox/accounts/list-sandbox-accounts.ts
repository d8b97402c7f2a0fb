/** Lists the accounts of the TPP's sandbox, oldest first, those that the bank holds for no customer among them. */
import type { Operation } from '../../operation.ts';
import type { AccountRecord, ListPart } from '../ports.ts';

export const listSandboxAccounts: Operation<ListPart, readonly AccountRecord[]> = {
  name: 'listSandboxAccounts',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ caller, stores }, part) => stores.sandbox.accounts.list(caller.tppId, part),
};
