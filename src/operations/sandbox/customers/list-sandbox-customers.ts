/** Lists the customers of the TPP's sandbox, oldest first. */
import type { CustomerRecord } from '../../../domain/sandbox/customer.ts';
import type { Operation } from '../../operation.ts';
import type { ListPart } from '../ports.ts';

export const listSandboxCustomers: Operation<ListPart, readonly CustomerRecord[]> = {
  name: 'listSandboxCustomers',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ caller, stores }, part) => stores.sandbox.customers.list(caller.tppId, part),
};
