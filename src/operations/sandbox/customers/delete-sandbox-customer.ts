/** Deletes a customer with agreements, accounts and cards; the money of the accounts goes back to the bank first. */
import type { Operation } from '../../operation.ts';
import { closeAccounts } from '../post-money.ts';
import { unknown } from '../unknown.ts';

export const deleteSandboxCustomer: Operation<{ readonly customerId: string }, null> = {
  name: 'deleteSandboxCustomer',
  role: null,
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, { customerId }) {
    const { caller, stores } = context;
    if (!(await stores.sandbox.customers.lock(caller.tppId, customerId))) throw unknown('customerId');
    await closeAccounts(context, caller.tppId, await stores.ledger.lock(caller.tppId, { customerId }));
    await stores.sandbox.customers.remove(customerId);
    return null;
  },
};
