/** What the reads of many accounts or card accounts by their ids have in common. */
import { refuse } from '../../domain/refusal.ts';

/** Accounts that are read at once. */
export const accountsAtOnce = 5_000;

/** The records by their ids; ids that the TPP has not are absent. */
export async function byResourceId<Account extends { readonly resourceId: string }>(
  resourceIds: readonly string[],
  read: (resourceIds: readonly string[]) => Promise<readonly Account[]>,
): Promise<ReadonlyMap<string, Account>> {
  if (resourceIds.length > accountsAtOnce) {
    const text = `the customers have more than ${accountsAtOnce} accounts to show; ask for fewer customers, or for some accounts by first and offset`;
    throw refuse('BAD_REQUEST', { text });
  }
  return new Map((await read(resourceIds)).map((account) => [account.resourceId, account]));
}
