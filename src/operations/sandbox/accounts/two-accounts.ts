/** Whether a BBAN and an IBAN are, as the sandbox knows them, the numbers of two accounts. */
import { normaliseIban } from '../../../domain/values/account-numbers.ts';
import type { Stores } from '../../ports/stores.ts';

interface Numbers {
  readonly bban?: string | undefined;
  readonly iban?: string | undefined;
}

export const twoAccountsText =
  'does not belong to the same account as bban: the sandbox has two accounts with these numbers';

/** Only for foreign IBANs: the schemas compare Norwegian numbers (`mayBeOneAccount`). */
export async function nameTwoAccounts(
  { sandbox }: Pick<Stores, 'sandbox'>,
  tppId: string,
  { bban, iban }: Numbers,
): Promise<boolean> {
  if (bban === undefined || iban === undefined) return false;
  const numbers = { bban: bban.toUpperCase(), iban: normaliseIban(iban) };
  if (numbers.iban.startsWith('NO')) return false;
  const accounts = await sandbox.accounts.findByNumbers(tppId, numbers);
  return accounts.some((account) => {
    const accountIban = account.iban === null ? null : normaliseIban(account.iban);
    const hasBban = account.bban?.toUpperCase() === numbers.bban;
    return hasBban ? accountIban !== null && accountIban !== numbers.iban : accountIban === numbers.iban;
  });
}
