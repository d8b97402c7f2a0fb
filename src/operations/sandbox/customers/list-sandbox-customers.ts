import { defineReadForAnyRole } from '../../operation.ts';
import type { Page } from '../../ports/page.ts';
import type { CreationKey } from '../ports.ts';

export const listSandboxCustomers = defineReadForAnyRole({
  name: 'listSandboxCustomers',
  run: ({ caller, stores }, page: Page<CreationKey>) => stores.sandbox.customers.list(caller.tppId, page),
});
