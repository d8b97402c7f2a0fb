import { defineReadForAnyRole } from '../operation.ts';
import { countedAtMost } from '../ports/page.ts';
import type { RequestLogFilter } from './ports.ts';

export const countLoggedRequests = defineReadForAnyRole({
  name: 'countLoggedRequests',
  run: ({ stores, caller }, filter: RequestLogFilter) =>
    stores.requestLog.count(caller.tppId, filter, countedAtMost + 1),
});
