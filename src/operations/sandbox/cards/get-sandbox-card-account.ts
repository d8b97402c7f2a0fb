/** Reads one card account of the sandbox. */
import type { Operation, ReadContext } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';
import type { CardAccountRecord } from '../ports.ts';

export const getSandboxCardAccount: Operation<{ readonly resourceId: string }, CardAccountRecord> = {
  name: 'getSandboxCardAccount',
  role: null,
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findCardAccount,
};

export async function findCardAccount(
  { caller, stores }: ReadContext,
  { resourceId }: { readonly resourceId: string },
): Promise<CardAccountRecord> {
  const cardAccount = await stores.sandbox.cards.find(caller.tppId, resourceId);
  if (!cardAccount) throw notInSandbox('resourceId');
  return cardAccount;
}
