/** Whether a BBAN and an IBAN are, as the sandbox knows them, the numbers of two accounts. */
import { normaliseIban } from '../values/account-numbers.ts';

interface Numbers {
  readonly bban?: string | null | undefined;
  readonly iban?: string | null | undefined;
}

export const twoAccountsText =
  'does not belong to the same account as bban: the sandbox has two accounts with these numbers';

/** In capitals and without spaces. null: the schemas compare Norwegian numbers (`mayBeOneAccount`). */
export function numbersToCompare({
  bban,
  iban,
}: Numbers): { readonly bban: string; readonly iban: string } | null {
  if (bban == null || iban == null) return null;
  const numbers = { bban: bban.toUpperCase(), iban: normaliseIban(iban) };
  return numbers.iban.startsWith('NO') ? null : numbers;
}

/** Accounts that have neither number do not matter. */
export function areOfTwoAccounts(reference: Numbers, accounts: readonly Numbers[]): boolean {
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
