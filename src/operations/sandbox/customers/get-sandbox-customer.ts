/** Reads one customer of the sandbox. */
import type { CustomerRecord } from '../../../domain/sandbox/customer.ts';
import type { Operation } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

export const getSandboxCustomer: Operation<{ readonly customerId: string }, CustomerRecord> = {
  name: 'getSandboxCustomer',
  role: null,
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { customerId }) {
    const customer = await stores.sandbox.customers.find(caller.tppId, customerId);
    if (!customer) throw notInSandbox('customerId');
    return customer;
  },
};
