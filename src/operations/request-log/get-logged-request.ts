/** A request that the calling TPP has sent, by its id; null where there is none. */
import { tppRead } from '../operation.ts';
import { shownRequest } from './record.ts';

export const getLoggedRequest = tppRead({
  name: 'getLoggedRequest',
  run: async ({ stores, caller }, { id }: { readonly id: string }) => {
    const found = await stores.requestLog.find(caller.tppId, id);
    return found && shownRequest(found);
  },
});
