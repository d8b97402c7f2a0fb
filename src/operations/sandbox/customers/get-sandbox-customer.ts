/** Reads one customer of the sandbox. */
import { tppRead } from '../../context.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

export const getSandboxCustomer = tppRead({
  name: 'getSandboxCustomer',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { customerId }: { readonly customerId: string }) {
    const customer = await stores.sandbox.customers.find(caller.tppId, customerId);
    if (!customer) throw notInSandbox('customerId');
    return customer;
  },
});
