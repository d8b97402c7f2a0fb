/** What will happen to the TPP if nobody does anything: the bank's next turns, and authorisations that run out. */

import type { Operation } from '../../operation.ts';
import type { ClockEvent } from '../../ports/bank-work.ts';

export const listUpcomingEvents: Operation<{ readonly limit: number }, readonly ClockEvent[]> = {
  name: 'listUpcomingEvents',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, { limit }) => stores.clock.upcoming(caller.tppId, limit),
};
