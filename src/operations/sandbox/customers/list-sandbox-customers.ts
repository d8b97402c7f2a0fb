/** Lists the customers of the TPP's sandbox, oldest first. */
import { tppRead } from '../../operation.ts';
import type { ListPart } from '../ports.ts';

export const listSandboxCustomers = tppRead({
  name: 'listSandboxCustomers',
  run: ({ caller, stores }, part: ListPart) => stores.sandbox.customers.list(caller.tppId, part),
});
