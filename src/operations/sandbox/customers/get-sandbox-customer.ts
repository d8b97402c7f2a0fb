import { defineReadForAnyRole } from '../../operation.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export const getSandboxCustomer = defineReadForAnyRole({
  name: 'getSandboxCustomer',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { customerId }: { readonly customerId: string }) {
    return (await stores.sandbox.customers.find(caller.tppId, customerId)) ?? throwUnknownId('customerId');
  },
});
