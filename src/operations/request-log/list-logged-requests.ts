/** The requests that the calling TPP has sent, newest first, as a sandbox keeps them. */
import type { Operation } from '../operation.ts';
import { countedAtMost, type Page } from '../page.ts';
import type { LoggedRequest, RequestLogFilter, StoredRequest } from './ports.ts';
import { readRecord } from './record.ts';

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
    (await stores.requestLog.page(caller.tppId, filter, page)).map(shown),
};

export const countLoggedRequests: Operation<RequestLogFilter, number> = {
  name: 'countLoggedRequests',
  role: null,
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, filter) => stores.requestLog.count(caller.tppId, filter, countedAtMost + 1),
};

export const getLoggedRequest: Operation<{ readonly id: string }, LoggedRequest | null> = {
  name: 'getLoggedRequest',
  role: null,
  kind: 'read',
  refusals: [],
  run: async ({ stores, caller }, { id }) => {
    const found = await stores.requestLog.find(caller.tppId, id);
    return found && shown(found);
  },
};

const shown = ({ record, ...keys }: StoredRequest): LoggedRequest => ({
  ...keys,
  details: readRecord(record),
});
