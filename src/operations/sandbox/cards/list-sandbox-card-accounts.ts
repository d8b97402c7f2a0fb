/** Lists the card accounts of the TPP's sandbox, oldest first. */
import { tppRead } from '../../operation.ts';
import type { ListPart } from '../ports.ts';

export const listSandboxCardAccounts = tppRead({
  name: 'listSandboxCardAccounts',
  run: ({ caller, stores }, part: ListPart) => stores.sandbox.cards.list(caller.tppId, part),
});
