/** Reads one customer of the sandbox. */
import { tppRead } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

export const getSandboxCustomer = tppRead({
  name: 'getSandboxCustomer',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { customerId }: { readonly customerId: string }) {
    return (await stores.sandbox.customers.find(caller.tppId, customerId)) ?? notInSandbox('customerId');
  },
});
