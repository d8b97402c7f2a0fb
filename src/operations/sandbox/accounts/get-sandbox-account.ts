/** Reads one account of the sandbox with its balance. */
import type { Operation, ReadContext } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';
import type { AccountRecord } from '../ports.ts';

export const getSandboxAccount: Operation<{ readonly resourceId: string }, AccountRecord> = {
  name: 'getSandboxAccount',
  role: null,
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findAccount,
};

export async function findAccount(
  { caller, stores }: ReadContext,
  { resourceId }: { readonly resourceId: string },
): Promise<AccountRecord> {
  const account = await stores.sandbox.accounts.find(caller.tppId, resourceId);
  if (!account) throw notInSandbox('resourceId');
  return account;
}
