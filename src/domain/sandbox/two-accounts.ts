/** Checks whether a BBAN and an IBAN belong to two accounts of the sandbox. */
import { type AccountNumbers, accountKeys } from '../payments/instruction.ts';
import { normaliseIban } from '../values/account-numbers.ts';

export const twoAccountsText =
  'does not belong to the same account as bban: the sandbox has two accounts with these numbers';

/**
 * Whether the two numbers of the reference belong to different accounts of the list. The schemas have compared the numbers
 * if the IBAN is Norwegian (`mayBeOneAccount`).
 */
export function refersToTwoAccounts(reference: AccountNumbers, accounts: readonly AccountNumbers[]): boolean {
  const keys = accountKeys(reference);
  if (keys.length === 1) return false;
  const namedAccounts = accounts.filter((account) => accountKeys(account).some((key) => keys.includes(key)));
  return namedAccounts.length > 1 || namedAccounts.some((account) => hasOtherNumber(account, reference));
}

const hasOtherNumber = (account: AccountNumbers, { bban, iban }: AccountNumbers): boolean =>
  differ(account.bban?.toUpperCase(), bban?.toUpperCase()) ||
  differ(account.iban && normaliseIban(account.iban), iban && normaliseIban(iban));

const differ = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one != null && one !== other;
