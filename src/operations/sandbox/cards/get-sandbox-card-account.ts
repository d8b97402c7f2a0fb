/** Reads one card account of the sandbox. */
import { type ReadContext, tppRead } from '../../context.ts';
import { notInSandbox } from '../not-in-sandbox.ts';
import type { CardAccountRecord } from '../ports.ts';

export const getSandboxCardAccount = tppRead({
  name: 'getSandboxCardAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findCardAccount,
});

export async function findCardAccount(
  { caller, stores }: ReadContext,
  { resourceId }: { readonly resourceId: string },
): Promise<CardAccountRecord> {
  return (await stores.sandbox.cards.find(caller.tppId, resourceId)) ?? notInSandbox('resourceId');
}
