/** Lists the agreements of the TPP's sandbox, including the one that each private customer gets at its creation. */
import { tppRead } from '../../operation.ts';
import type { Page } from '../../ports/page.ts';
import type { CreationKey } from '../ports.ts';

export const listSandboxAgreements = tppRead({
  name: 'listSandboxAgreements',
  run: ({ caller, stores }, page: Page<CreationKey>) => stores.sandbox.agreements.list(caller.tppId, page),
});
