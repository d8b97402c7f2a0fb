/** Deletes a card account with its transactions. */
import { tppWrite } from '../../operation.ts';
import { refuseUnknownId } from '../refuse-unknown-id.ts';

export const deleteSandboxCardAccount = tppWrite({
  name: 'deleteSandboxCardAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { resourceId }: { readonly resourceId: string }) {
    if (!(await stores.sandbox.cards.remove(caller.tppId, resourceId))) refuseUnknownId('resourceId');
    return null;
  },
});
