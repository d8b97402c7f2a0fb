import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { foreignIbansOfKeys } from '../../domain/payments/instruction.ts';
import { isAnyOf } from '../statement.ts';
import { accounts, electronicIbanOfAccount } from '../tables/sandbox.ts';

type TextValues = readonly string[] | Placeholder;

export const hasAnyKey = (keys: readonly string[]): SQL => hasKeyOrIban(keys, foreignIbansOfKeys(keys));

/** The column `account_key` has only the first key of an account. A second key is always a foreign IBAN, from the column `iban`. */
export const hasKeyOrIban = (keys: TextValues, foreignIbans: TextValues): SQL =>
  sql`(${isAnyOf(accounts.accountKey, keys)} or ${isAnyOf(electronicIbanOfAccount, foreignIbans)})`;
