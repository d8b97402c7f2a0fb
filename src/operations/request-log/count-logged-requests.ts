/** Counts the requests that the calling TPP has sent, up to a bound. */
import type { Operation } from '../operation.ts';
import { countedAtMost } from '../ports/page.ts';
import type { RequestLogFilter } from './ports.ts';

export const countLoggedRequests: Operation<RequestLogFilter, number> = {
  name: 'countLoggedRequests',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, filter) => stores.requestLog.count(caller.tppId, filter, countedAtMost + 1),
};
