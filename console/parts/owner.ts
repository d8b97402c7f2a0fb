import type { AccountsQuery } from '../generated/graphql.ts';
import { type AccountReference, accountOf } from './basket-mix.ts';
import { markDeceptive } from './deceptive.ts';

type Account = AccountsQuery['sandboxAccounts']['nodes'][number];
export type Owner = NonNullable<Account['customer']>;

/** undefined: no customer of the sandbox owns the account. */
export function ownerOf(accounts: readonly Account[], numbers: AccountReference): Owner | undefined {
  const key = accountOf(numbers);
  const account = accounts.find(
    ({ bban, iban }) => key !== '' && [accountOf({ bban }), accountOf({ iban })].includes(key),
  );
  return account?.customer ?? undefined;
}

/** Accounts of two customers may have the same name. An option holds no `bdi`, so characters isolate the names. */
export const nameWithOwner = ({ accountName, customer }: Account): string =>
  [...(customer ? [customer.customerName] : []), accountName]
    .map((name) => `\u2068${markDeceptive(name)}\u2069`)
    .join(', ');
