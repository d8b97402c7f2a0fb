import { type AccountNumbers, accountKeys } from '../payments/instruction.ts';
import { normaliseIban } from '../values/account-numbers.ts';

export const twoAccountsText =
  'does not belong to the same account as bban: no account of the sandbox has both numbers';

export function refersToTwoAccounts(reference: AccountNumbers, accounts: readonly AccountNumbers[]): boolean {
  const keys = accountKeys(reference);
  // One key: the TPP sent one number, or a BBAN and a Norwegian IBAN that the schema has compared (`mayBeOneAccount`).
  if (keys.length === 1) return false;
  const namedAccounts = accounts.filter((account) => accountKeys(account).some((key) => keys.includes(key)));
  return namedAccounts.length > 1 || namedAccounts.some((account) => hasOtherNumber(account, reference));
}

/** Whether a number of the account differs from that in the reference. A number that the account lacks does not differ. */
const hasOtherNumber = (account: AccountNumbers, { bban, iban }: AccountNumbers): boolean =>
  (account.bban != null && account.bban.toUpperCase() !== bban?.toUpperCase()) ||
  (account.iban != null && normaliseIban(account.iban) !== normaliseIban(iban ?? ''));
