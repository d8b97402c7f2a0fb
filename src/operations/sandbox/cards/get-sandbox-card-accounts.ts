/** Reads card accounts of the TPP's sandbox by their ids, so that a list of customers reads all of them once. */
import { tppRead } from '../../operation.ts';
import { byResourceId } from '../accounts-of-many.ts';

export const getSandboxCardAccounts = tppRead({
  name: 'getSandboxCardAccounts',
  refusals: ['BAD_REQUEST'],
  run: ({ caller, stores }, resourceIds: readonly string[]) =>
    byResourceId(resourceIds, (ids) => stores.sandbox.cards.findMany(caller.tppId, ids)),
});
