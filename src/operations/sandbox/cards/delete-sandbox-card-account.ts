/** Deletes a card account with its transactions. */
import type { Operation } from '../../operation.ts';
import { unknown } from '../unknown.ts';

export const deleteSandboxCardAccount: Operation<{ readonly resourceId: string }, null> = {
  name: 'deleteSandboxCardAccount',
  role: null,
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { resourceId }) {
    if (!(await stores.sandbox.cards.remove(caller.tppId, resourceId))) throw unknown('resourceId');
    return null;
  },
};
