import { defineReadForPaymentRole } from '../../operation.ts';

export const listUpcomingEvents = defineReadForPaymentRole({
  name: 'listUpcomingEvents',
  run: ({ stores, caller }, { limit }: { readonly limit: number }) =>
    stores.clock.upcoming(caller.tppId, limit),
});
