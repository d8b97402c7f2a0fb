import { defineReadForAnyRole } from '../../operation.ts';
import type { Page } from '../../ports/page.ts';
import type { CreationKey } from '../ports.ts';

export const listSandboxCardAccounts = defineReadForAnyRole({
  name: 'listSandboxCardAccounts',
  run: ({ caller, stores }, page: Page<CreationKey>) => stores.sandbox.cards.list(caller.tppId, page),
});
