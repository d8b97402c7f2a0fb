import { accountKeys } from '../../../domain/payments/instruction.ts';
import { refersToTwoAccounts } from '../../../domain/sandbox/two-accounts.ts';
import type { Stores } from '../../ports/stores.ts';

/** Whether bban and iban of the reference belong to different accounts of the sandbox. */
export async function refersToTwoSandboxAccounts(
  { sandbox }: Pick<Stores, 'sandbox'>,
  tppId: string,
  reference: { readonly bban?: string | undefined; readonly iban?: string | undefined },
): Promise<boolean> {
  const keys = accountKeys(reference);
  if (keys.length === 1) return false;
  return refersToTwoAccounts(reference, await sandbox.accounts.findByKeys(tppId, keys));
}
