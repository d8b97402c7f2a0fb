import { defineReadForAnyRole } from '../../operation.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export const getSandboxAccount = defineReadForAnyRole({
  name: 'getSandboxAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { resourceId }: { readonly resourceId: string }) {
    return (await stores.sandbox.accounts.find(caller.tppId, resourceId)) ?? throwUnknownId('resourceId');
  },
});
