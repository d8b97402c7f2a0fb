/** Reads one account of the sandbox with its balance. */
import { type ReadContext, tppRead } from '../../context.ts';
import { notInSandbox } from '../not-in-sandbox.ts';
import type { AccountRecord } from '../ports.ts';

export const getSandboxAccount = tppRead({
  name: 'getSandboxAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findAccount,
});

export async function findAccount(
  { caller, stores }: ReadContext,
  { resourceId }: { readonly resourceId: string },
): Promise<AccountRecord> {
  return (await stores.sandbox.accounts.find(caller.tppId, resourceId)) ?? notInSandbox('resourceId');
}
