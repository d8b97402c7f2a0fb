/** Checks whether a BBAN and an IBAN belong to two accounts of the sandbox. */
import { normaliseIban } from '../values/account-numbers.ts';

interface AccountNumbers {
  readonly bban?: string | null | undefined;
  readonly iban?: string | null | undefined;
}

export const twoAccountsText =
  'does not belong to the same account as bban: the sandbox has two accounts with these numbers';

/**
 * The numbers in capitals. null: there is nothing to compare, because one of them is missing, or because the IBAN is Norwegian
 * and the schemas have compared the numbers (`mayBeOneAccount`).
 */
export function numbersToCompare({
  bban,
  iban,
}: AccountNumbers): { readonly bban: string; readonly iban: string } | null {
  if (bban == null || iban == null) return null;
  const numbers = { bban: bban.toUpperCase(), iban: normaliseIban(iban) };
  return numbers.iban.startsWith('NO') ? null : numbers;
}

/** Whether the two numbers of the reference belong to different accounts of the list. */
export function refersToTwoAccounts(reference: AccountNumbers, accounts: readonly AccountNumbers[]): boolean {
  const numbers = numbersToCompare(reference);
  return (
    numbers !== null &&
    accounts.some((account) => {
      const iban = account.iban == null ? null : normaliseIban(account.iban);
      const hasBban = account.bban?.toUpperCase() === numbers.bban;
      return hasBban ? iban !== null && iban !== numbers.iban : iban === numbers.iban;
    })
  );
}
