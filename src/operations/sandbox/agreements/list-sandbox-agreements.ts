/** Lists the agreements of the TPP's sandbox, those that private customers have by themselves among them. */
import { tppRead } from '../../operation.ts';
import type { ListPart } from '../ports.ts';

export const listSandboxAgreements = tppRead({
  name: 'listSandboxAgreements',
  run: ({ caller, stores }, part: ListPart) => stores.sandbox.agreements.list(caller.tppId, part),
});
