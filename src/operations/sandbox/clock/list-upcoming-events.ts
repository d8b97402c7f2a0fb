/** Lists the next events that need no request: payments that fall due, and authorisations that expire. */
import { paymentRead } from '../../operation.ts';

export const listUpcomingEvents = paymentRead({
  name: 'listUpcomingEvents',
  run: ({ stores, caller }, { limit }: { readonly limit: number }) =>
    stores.clock.upcoming(caller.tppId, limit),
});
