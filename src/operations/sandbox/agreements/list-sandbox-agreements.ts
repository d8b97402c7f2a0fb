/** Lists the agreements of the TPP's sandbox, those that private customers have by themselves among them. */
import type { Operation } from '../../operation.ts';
import type { AgreementRecord, ListPart } from '../ports.ts';

export const listSandboxAgreements: Operation<ListPart, readonly AgreementRecord[]> = {
  name: 'listSandboxAgreements',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ caller, stores }, part) => stores.sandbox.agreements.list(caller.tppId, part),
};
