import { defineReadForAnyRole } from '../operation.ts';
import type { Page } from '../ports/page.ts';
import type { RequestLogFilter } from './ports.ts';

interface ListLoggedRequestsInput {
  readonly filter: RequestLogFilter;
  readonly page: Page<string>;
}

export const listLoggedRequests = defineReadForAnyRole({
  name: 'listLoggedRequests',
  run: ({ stores, caller }, { filter, page }: ListLoggedRequestsInput) =>
    stores.requestLog.page(caller.tppId, filter, page),
});
