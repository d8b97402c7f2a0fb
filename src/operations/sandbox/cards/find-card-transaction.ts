/** A card transaction of the TPP by what identifies it; null where there is none. */
import { isStorable } from '../../../domain/values/text.ts';
import { tppRead } from '../../operation.ts';
import { inWordsOf } from './get-sandbox-card-transactions.ts';

export interface CardTransactionName {
  readonly resourceId: string;
  readonly cardTransactionId: string;
  /** Values of x-accept-fix. */
  readonly fixes: readonly string[];
}

export const findCardTransaction = tppRead({
  name: 'findCardTransaction',
  async run({ caller, stores }, { resourceId, cardTransactionId, fixes }: CardTransactionName) {
    if (!isStorable(resourceId) || !isStorable(cardTransactionId)) return null;
    const found = await stores.sandbox.cards.transaction(caller.tppId, resourceId, cardTransactionId);
    return found && (inWordsOf(fixes, [found])[0]?.item ?? null);
  },
});
