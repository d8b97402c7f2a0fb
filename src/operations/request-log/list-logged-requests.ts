/** The requests that the calling TPP has sent, newest first, as a sandbox keeps them. */
import type { Operation } from '../operation.ts';
import type { Page } from '../ports/page.ts';
import type { LoggedRequest, RequestLogFilter } from './ports.ts';
import { shownRequest } from './record.ts';

export interface ListLoggedRequestsInput {
  readonly filter: RequestLogFilter;
  readonly page: Page<string>;
}

export const listLoggedRequests: Operation<ListLoggedRequestsInput, readonly LoggedRequest[]> = {
  name: 'listLoggedRequests',
  role: null,
  kind: 'read',
  refusals: [],
  run: async ({ stores, caller }, { filter, page }) =>
    (await stores.requestLog.page(caller.tppId, filter, page)).map(shownRequest),
};
