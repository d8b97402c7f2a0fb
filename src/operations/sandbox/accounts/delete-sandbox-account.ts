/** Closes an account: its money goes back to the bank, then it is gone; the ledger keeps what happened on it. */
import type { Operation } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';
import { closeAccounts } from '../post-money.ts';

export const deleteSandboxAccount: Operation<{ readonly resourceId: string }, null> = {
  name: 'deleteSandboxAccount',
  role: null,
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, { resourceId }) {
    const { caller, stores } = context;
    const locked = await stores.ledger.lock(caller.tppId, { resourceIds: [resourceId] });
    if (locked.length === 0) throw notInSandbox('resourceId');
    await closeAccounts(context, caller.tppId, locked);
    await stores.sandbox.accounts.remove([resourceId]);
    return null;
  },
};
