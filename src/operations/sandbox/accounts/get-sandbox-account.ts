/** Reads one account of the sandbox with its balance. */
import { tppRead } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

export const getSandboxAccount = tppRead({
  name: 'getSandboxAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { resourceId }: { readonly resourceId: string }) {
    return (await stores.sandbox.accounts.find(caller.tppId, resourceId)) ?? notInSandbox('resourceId');
  },
});
