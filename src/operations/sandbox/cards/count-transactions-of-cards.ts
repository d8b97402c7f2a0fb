/** How many transactions each of many card accounts has, up to a bound. */
import { tppRead } from '../../operation.ts';
import { countedOfEachAtMost } from '../../ports/page.ts';
import type { Counted } from '../transactions-of-many.ts';
import type { CardsWanted } from './get-transactions-of-cards.ts';

export const countTransactionsOfCards = tppRead({
  name: 'countTransactionsOfCards',
  async run({ stores }, { resourceIds, range, bookingStatus }: Counted & Pick<CardsWanted, 'bookingStatus'>) {
    if (bookingStatus === 'pending') return new Map<string, number>();
    return stores.sandbox.cards.countTransactions(resourceIds, range, countedOfEachAtMost + 1);
  },
});
