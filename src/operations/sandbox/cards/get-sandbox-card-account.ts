import { defineReadForAnyRole } from '../../operation.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export const getSandboxCardAccount = defineReadForAnyRole({
  name: 'getSandboxCardAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { resourceId }: { readonly resourceId: string }) {
    return (await stores.sandbox.cards.find(caller.tppId, resourceId)) ?? throwUnknownId('resourceId');
  },
});
