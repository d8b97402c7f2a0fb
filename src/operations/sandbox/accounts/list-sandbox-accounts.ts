import { defineReadForAnyRole } from '../../operation.ts';
import type { Page } from '../../ports/page.ts';
import type { CreationKey } from '../ports.ts';

export const listSandboxAccounts = defineReadForAnyRole({
  name: 'listSandboxAccounts',
  run: ({ caller, stores }, page: Page<CreationKey>) => stores.sandbox.accounts.list(caller.tppId, page),
});
