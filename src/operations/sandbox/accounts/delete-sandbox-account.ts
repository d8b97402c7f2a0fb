/** The postings of the account remain in the ledger. */
import { defineWriteForAnyRole } from '../../operation.ts';
import { returnMoneyToBank } from '../post-money.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export const deleteSandboxAccount = defineWriteForAnyRole({
  name: 'deleteSandboxAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, { resourceId }: { readonly resourceId: string }) {
    const { caller, stores } = context;
    const accounts = await stores.ledger.lock(caller.tppId, { resourceIds: [resourceId] });
    if (accounts.length === 0) throwUnknownId('resourceId');
    await returnMoneyToBank(context, accounts);
    await stores.sandbox.accounts.remove([resourceId]);
    return null;
  },
});
