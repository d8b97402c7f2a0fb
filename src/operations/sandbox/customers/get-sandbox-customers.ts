/** Reads customers of the TPP's sandbox by their ids, so that a list of accounts reads its owners once. */
import { tppRead } from '../../operation.ts';

export const getSandboxCustomers = tppRead({
  name: 'getSandboxCustomers',
  run: async ({ caller, stores }, customerIds: readonly string[]) => {
    const found = await stores.sandbox.customers.findMany(caller.tppId, customerIds);
    return new Map(found.map((customer) => [customer.customerId, customer]));
  },
});
