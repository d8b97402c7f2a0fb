import type { QueryParameter } from '../domain/fields/request-parts.ts';
import { isoDate } from '../domain/fields/shared.ts';
import {
  type BookingStatus,
  bookingStatus,
  limitText,
  offsetText,
  recordsAtMost,
  transactionsAtMost,
} from '../domain/sandbox/transaction-lists.ts';
import type { Operation } from '../operations/operation.ts';
import type { Page } from '../operations/ports/page.ts';
import type { CreationKey } from '../operations/sandbox/ports.ts';
import type { RestAnswer } from './answer.ts';
import { defineReadRoute } from './define-routes.ts';
import type { AnyRoute, RouteRequest } from './route.ts';

export const sandboxPath = '/v1/sandbox';

const pageParameters = (itemName: string, limitNote: string): readonly QueryParameter[] => [
  {
    name: 'offset',
    required: false,
    schema: offsetText,
    description: `How many ${itemName} to skip. Default: 0.`,
  },
  {
    name: 'limit',
    required: false,
    schema: limitText,
    description: `How many ${itemName} to return, at least 1. ${limitNote}.`,
  },
];

const listParameters = pageParameters(
  'records',
  `A response holds at most ${recordsAtMost}. If it cannot hold all requested records, its Link header has the address of the next records`,
);

export function defineListRoute<Item>(route: {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly operation: Operation<Page<CreationKey>, readonly Item[]>;
  readonly answer: RestAnswer<readonly Item[]>;
}): AnyRoute {
  return defineReadRoute<Page<CreationKey>, readonly Item[]>({
    ...route,
    query: listParameters,
    input({ query }) {
      // One record more than a response holds shows whether there are more.
      const { offset = 0, limit = recordsAtMost + 1 }: ListQuery = query;
      return { offset, limit: Math.min(limit, recordsAtMost + 1) };
    },
    linksToNext: true,
    answer: { ...route.answer, write: (items) => route.answer.write(items.slice(0, recordsAtMost)) },
    responseHeadersOf(items, { query }) {
      if (items.length <= recordsAtMost) return {};
      const { offset = 0, limit }: ListQuery = query;
      const remaining = limit === undefined ? '' : `&limit=${limit - recordsAtMost}`;
      return { link: `<${route.path}?offset=${offset + recordsAtMost}${remaining}>; rel="next"` };
    },
  });
}

const statusParameter: QueryParameter = {
  name: 'bookingStatus',
  required: true,
  schema: bookingStatus,
  description: 'booked, pending or both. The sandbox has no pending transactions.',
};
export const rangeParameters: readonly QueryParameter[] = [
  { name: 'fromDate', required: false, schema: isoDate, description: 'The first booking date to include.' },
  { name: 'toDate', required: false, schema: isoDate, description: 'The last booking date to include.' },
  ...pageParameters(
    'transactions',
    `A response holds at most ${transactionsAtMost}. If it cannot hold all requested transactions, a WARNING says how to read the rest`,
  ),
];
export const cardTransactionParameters: readonly QueryParameter[] = [statusParameter, ...rangeParameters];

/** The values of the query parameters above, as their schemas parse them. */
export interface ListQuery {
  readonly bookingStatus?: BookingStatus;
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** Reads one transaction more than a response holds, to find out whether there are more. */
export function rangeAndPage(query: ListQuery) {
  const { fromDate = null, toDate = null, offset = 0, limit = transactionsAtMost + 1 } = query;
  return { range: { fromDate, toDate }, page: { offset, limit: Math.min(limit, transactionsAtMost + 1) } };
}

export const bodyAndWarnings = <Body>(body: Body, { warnings }: RouteRequest) => ({ body, warnings });
