import { defineReadForAnyRole } from '../../operation.ts';
import type { Page } from '../../ports/page.ts';
import type { CreationKey } from '../ports.ts';

export const listSandboxAgreements = defineReadForAnyRole({
  name: 'listSandboxAgreements',
  run: ({ caller, stores }, page: Page<CreationKey>) => stores.sandbox.agreements.list(caller.tppId, page),
});
