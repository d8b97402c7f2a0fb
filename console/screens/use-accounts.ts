import { AccountsDocument, type AccountsQuery } from '../generated/graphql.ts';
import { hasOwnAccounts } from '../parts/bank.ts';
import type { SandboxAccount } from '../parts/owner.ts';
import { usePages } from './use-pages.ts';

export const accountsIn = (data: AccountsQuery) => data.sandboxAccounts;

/** Whoever pays must find each account, however many there are. */
export const useAllAccounts = (): readonly SandboxAccount[] =>
  usePages(AccountsDocument, accountsIn, hasOwnAccounts() ? Number.POSITIVE_INFINITY : 0).nodes ?? [];
