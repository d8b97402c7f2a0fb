/** Lists the card accounts of the TPP's sandbox, oldest first. */
import type { Operation } from '../../operation.ts';
import type { CardAccountRecord, ListPart } from '../ports.ts';

export const listSandboxCardAccounts: Operation<ListPart, readonly CardAccountRecord[]> = {
  name: 'listSandboxCardAccounts',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ caller, stores }, part) => stores.sandbox.cards.list(caller.tppId, part),
};
