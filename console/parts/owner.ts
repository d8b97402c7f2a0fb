import type { AccountsQuery } from '../generated/graphql.ts';
import { type AccountReference, accountOf } from './basket-mix.ts';
import { isolate } from './deceptive.ts';

export type SandboxAccount = AccountsQuery['sandboxAccounts']['nodes'][number];
export type Owner = NonNullable<SandboxAccount['customer']>;

/** undefined: no customer of the sandbox owns the account. */
export function ownerOf(accounts: readonly SandboxAccount[], numbers: AccountReference): Owner | undefined {
  const key = accountOf(numbers);
  const account = accounts.find(
    ({ bban, iban }) => key !== '' && [accountOf({ bban }), accountOf({ iban })].includes(key),
  );
  return account?.customer ?? undefined;
}

/** Accounts of two customers may have the same name. */
export const nameWithOwner = ({ accountName, customer }: SandboxAccount): string =>
  [...(customer ? [customer.customerName] : []), accountName].map(isolate).join(', ');
