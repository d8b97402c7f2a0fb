/** What happens next for the TPP by itself: payments that fall due, and authorisations that expire. */

import type { Operation } from '../../operation.ts';
import type { ClockEvent } from '../../ports/bank-work.ts';

export const listUpcomingEvents: Operation<{ readonly limit: number }, readonly ClockEvent[]> = {
  name: 'listUpcomingEvents',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, { limit }) => stores.clock.upcoming(caller.tppId, limit),
};
