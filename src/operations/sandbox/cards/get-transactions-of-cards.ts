/** Pages of the transactions of many card accounts, in one statement. */
import type { BookingStatus } from '../../../domain/sandbox/reading.ts';
import { tppRead } from '../../operation.ts';
import type { CardTransactionKey, StoredCardTransaction } from '../ports.ts';
import { requireRange, tooMany, transactionsAtOnce, type Wanted } from '../transactions-of-many.ts';
import { inWordsOf } from './get-sandbox-card-transactions.ts';

export interface CardsWanted extends Wanted<CardTransactionKey> {
  readonly bookingStatus: BookingStatus;
  /** Values of x-accept-fix. */
  readonly fixes: readonly string[];
}

export const getTransactionsOfCards = tppRead({
  name: 'getTransactionsOfCards',
  refusals: ['FORMAT_ERROR', 'BAD_REQUEST'],
  async run({ stores }, { resourceIds, range, page, bookingStatus, fixes }: CardsWanted) {
    requireRange(range);
    // Nothing is ever pending: the interface cannot store a pending transaction.
    if (bookingStatus === 'pending') return new Map<string, readonly StoredCardTransaction[]>();
    const { cards } = stores.sandbox;
    const found = (await cards.transactionsOfMany(resourceIds, range, page, transactionsAtOnce)) ?? tooMany();
    return new Map([...found].map(([id, transactions]) => [id, inWordsOf(fixes, transactions)]));
  },
});
