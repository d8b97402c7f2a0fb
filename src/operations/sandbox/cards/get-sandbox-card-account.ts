/** Reads one card account of the sandbox. */
import { tppRead } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

export const getSandboxCardAccount = tppRead({
  name: 'getSandboxCardAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { resourceId }: { readonly resourceId: string }) {
    return (await stores.sandbox.cards.find(caller.tppId, resourceId)) ?? notInSandbox('resourceId');
  },
});
