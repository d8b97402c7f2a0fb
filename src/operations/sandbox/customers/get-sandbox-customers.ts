/** Reads customers of the TPP's sandbox by their ids, so that a list of accounts asks for its owners once. */
import type { CustomerRecord } from '../../../domain/sandbox/customer.ts';
import type { Operation } from '../../operation.ts';

export const getSandboxCustomers: Operation<readonly string[], ReadonlyMap<string, CustomerRecord>> = {
  name: 'getSandboxCustomers',
  role: null,
  kind: 'read',
  refusals: [],
  run: async ({ caller, stores }, customerIds) => {
    const found = await stores.sandbox.customers.findMany(caller.tppId, customerIds);
    return new Map(found.map((customer) => [customer.customerId, customer]));
  },
};
