/** Lists the customers of the TPP's sandbox, oldest first. */
import type { Operation } from '../../operation.ts';
import type { CustomerRecord, ListPart } from '../ports.ts';

export const listSandboxCustomers: Operation<ListPart, readonly CustomerRecord[]> = {
  name: 'listSandboxCustomers',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ caller, stores }, part) => stores.sandbox.customers.list(caller.tppId, part),
};
