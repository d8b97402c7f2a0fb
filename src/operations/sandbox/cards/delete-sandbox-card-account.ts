import { defineWriteForAnyRole } from '../../operation.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export const deleteSandboxCardAccount = defineWriteForAnyRole({
  name: 'deleteSandboxCardAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { resourceId }: { readonly resourceId: string }) {
    if (!(await stores.sandbox.cards.remove(caller.tppId, resourceId))) throwUnknownId('resourceId');
    return null;
  },
});
