/** A request that the calling TPP has sent, by its id; null where there is none. */
import type { Operation } from '../operation.ts';
import type { LoggedRequest } from './ports.ts';
import { shownRequest } from './record.ts';

export const getLoggedRequest: Operation<{ readonly id: string }, LoggedRequest | null> = {
  name: 'getLoggedRequest',
  role: null,
  kind: 'read',
  refusals: [],
  run: async ({ stores, caller }, { id }) => {
    const found = await stores.requestLog.find(caller.tppId, id);
    return found && shownRequest(found);
  },
};
