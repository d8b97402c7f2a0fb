/** One transaction of the TPP's sandbox by what identifies it; null where there is none. */
import type { AccountEntry } from '../../domain/sandbox/account-entry.ts';
import type { CardTransaction } from '../../domain/sandbox/card-transaction.ts';
import { isStorable } from '../../domain/values/text.ts';
import type { Operation } from '../operation.ts';
import { inWordsOf } from './cards/get-sandbox-card-transactions.ts';

export const findAccountEntry: Operation<
  { readonly postingId: string; readonly position: number },
  AccountEntry | null
> = {
  name: 'findAccountEntry',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ caller, stores }, { postingId, position }) =>
    stores.sandbox.accounts.entry(caller.tppId, postingId, position),
};

export interface CardTransactionName {
  readonly resourceId: string;
  readonly cardTransactionId: string;
  /** Values of x-accept-fix. */
  readonly fixes: readonly string[];
}

export const findCardTransaction: Operation<CardTransactionName, CardTransaction | null> = {
  name: 'findCardTransaction',
  role: null,
  kind: 'read',
  refusals: [],
  async run({ caller, stores }, { resourceId, cardTransactionId, fixes }) {
    if (!isStorable(resourceId) || !isStorable(cardTransactionId)) return null;
    const found = await stores.sandbox.cards.transaction(caller.tppId, resourceId, cardTransactionId);
    return found && (inWordsOf(fixes, [found])[0]?.item ?? null);
  },
};
