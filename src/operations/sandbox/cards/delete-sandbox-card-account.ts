/** Deletes a card account with its transactions. */
import type { Operation } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

export const deleteSandboxCardAccount: Operation<{ readonly resourceId: string }, null> = {
  name: 'deleteSandboxCardAccount',
  role: null,
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { resourceId }) {
    if (!(await stores.sandbox.cards.remove(caller.tppId, resourceId))) throw notInSandbox('resourceId');
    return null;
  },
};
