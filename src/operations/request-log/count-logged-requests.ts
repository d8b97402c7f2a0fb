/** Counts the requests that the calling TPP has sent. One more than `countedAtMost` means that there are more. */
import { tppRead } from '../operation.ts';
import { countedAtMost } from '../ports/page.ts';
import type { RequestLogFilter } from './ports.ts';

export const countLoggedRequests = tppRead({
  name: 'countLoggedRequests',
  run: ({ stores, caller }, filter: RequestLogFilter) =>
    stores.requestLog.count(caller.tppId, filter, countedAtMost + 1),
});
