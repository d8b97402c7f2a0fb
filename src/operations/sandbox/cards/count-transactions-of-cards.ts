/** How many transactions each of many card accounts has, up to a bound. */
import type { Operation } from '../../operation.ts';
import { countedOfEachAtMost } from '../../ports/page.ts';
import type { Counted } from '../transactions-of-many.ts';
import type { CardsWanted } from './get-transactions-of-cards.ts';

export const countTransactionsOfCards: Operation<
  Counted & Pick<CardsWanted, 'bookingStatus'>,
  ReadonlyMap<string, number>
> = {
  name: 'countTransactionsOfCards',
  role: null,
  kind: 'read',
  refusals: [],
  async run({ stores }, { resourceIds, range, bookingStatus }) {
    if (bookingStatus === 'pending') return new Map();
    return stores.sandbox.cards.countTransactions(resourceIds, range, countedOfEachAtMost + 1);
  },
};
