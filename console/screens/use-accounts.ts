import { AccountsDocument, type AccountsQuery } from '../generated/graphql.ts';
import { hasOwnAccounts } from '../parts/bank.ts';
import type { SandboxAccount } from '../parts/owner.ts';
import { usePages } from './use-pages.ts';

export const accountsIn = (data: AccountsQuery) => data.sandboxAccounts;

/** 1,000 accounts, as many as a seed may have. */
const pagesToPayFrom = 10;

/** The accounts of all customers, because anyone of them may pay. */
export const useAccounts = (): readonly SandboxAccount[] =>
  usePages(AccountsDocument, accountsIn, hasOwnAccounts() ? pagesToPayFrom : 0).nodes ?? [];
