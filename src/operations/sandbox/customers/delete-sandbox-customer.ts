import { defineWriteForAnyRole } from '../../operation.ts';
import { returnMoneyToBank } from '../post-money.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export const deleteSandboxCustomer = defineWriteForAnyRole({
  name: 'deleteSandboxCustomer',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, { customerId }: { readonly customerId: string }) {
    const { caller, stores } = context;
    if (!(await stores.sandbox.customers.lock(caller.tppId, customerId))) throwUnknownId('customerId');
    await returnMoneyToBank(context, await stores.ledger.lock(caller.tppId, { customerId }));
    await stores.sandbox.customers.remove(customerId);
    return null;
  },
});
