/**
 * What the rows of the sandbox have in common: they exist in a sandbox alone; creations and balances take the headers
 * of column C of the table of headers, everything else those of column D; lists are read by part.
 */
import type { z } from 'zod';
import { isoDate } from '../domain/fields/text.ts';
import {
  type BookingStatus,
  bookingStatus,
  type DayRange,
  limitText,
  offsetText,
  recordsAtMost,
  transactionsAtMost,
} from '../domain/sandbox/reading.ts';
import type { Operation } from '../operations/operation.ts';
import type { ListPart as RecordPart } from '../operations/sandbox/ports.ts';
import { type Answer, noBody } from './answer.ts';
import { type AnyRoute, type Method, type QueryParameter, type RouteRequest, route } from './route.ts';

export const base = '/v1/sandbox';
const common = { bytesAtMost: 256 * 1_024, query: [], sandbox: true } as const;
export const bodiless = { ...common, body: 'none', digest: 'optional', headers: 'D' } as const;

interface Row<Input, Outcome> {
  readonly path: string;
  readonly summary: string;
  readonly operation: Operation<Input, Outcome>;
  readonly input: (request: RouteRequest) => Input;
  readonly answer: Answer<Outcome>;
}

/** A read or a deletion, with only the query parameters of `query`. */
export function plain<Input, Outcome>(method: Method, success: number, row: Row<Input, Outcome>): AnyRoute {
  return route({
    ...bodiless,
    method,
    success,
    ...row,
    input: (request) => {
      request.query([]);
      return row.input(request);
    },
  });
}

export const read = <Input, Outcome>(row: Row<Input, Outcome>) => plain('GET', 200, row);
export const remove = <Input>(row: Omit<Row<Input, null>, 'answer'>) =>
  plain('DELETE', 204, { ...row, answer: noBody });

const listParameters: readonly QueryParameter[] = [
  { name: 'offset', required: false, schema: offsetText, description: 'Records to skip; 0 when absent.' },
  {
    name: 'limit',
    required: false,
    schema: limitText,
    description: `Records wanted, at least 1. An answer holds ${recordsAtMost} at most; when there are more, its Link header leads to the next ones.`,
  },
];

/** A list of records, oldest first: a bare array, which a Link header continues where it is cut. */
export function listed<Item>(row: {
  readonly path: string;
  readonly summary: string;
  readonly operation: Operation<RecordPart, readonly Item[]>;
  readonly answer: Answer<readonly Item[]>;
}): AnyRoute {
  return route<RecordPart, readonly Item[]>({
    ...bodiless,
    method: 'GET',
    path: row.path,
    summary: row.summary,
    operation: row.operation,
    query: listParameters,
    input(request) {
      const { offset = 0, limit = recordsAtMost + 1 }: Wanted = request.query(listParameters);
      // One more than is shown tells whether there are more.
      return { offset, limit: Math.min(limit, recordsAtMost + 1) };
    },
    success: 200,
    answer: { ...row.answer, write: (items) => row.answer.write(items.slice(0, recordsAtMost)) },
    headersOf(items, request) {
      if (items.length <= recordsAtMost) return {};
      const { offset = 0 }: Wanted = request.query(listParameters);
      return { link: `<${row.path}?offset=${offset + recordsAtMost}>; rel="next"` };
    },
  });
}

/** A creation, or new balances: a body of the given schema under the headers of column C. */
export function write<Body, Input, Outcome>(
  method: 'POST' | 'PUT',
  row: Omit<Row<Input, Outcome>, 'input'> & {
    readonly schema: z.ZodType<Body>;
    readonly example: unknown;
    readonly input: (body: Body, request: RouteRequest) => Input;
  },
): AnyRoute {
  const success = method === 'POST' ? 201 : 200;
  return route({
    ...common,
    method,
    path: row.path,
    summary: row.summary,
    operation: row.operation,
    headers: 'C',
    body: 'json',
    digest: 'required',
    input: async (request) => {
      request.query([]);
      return row.input(await request.body(row.schema), request);
    },
    success,
    answer: row.answer,
    takes: { schema: row.schema, example: row.example },
  });
}

const statusParameter: QueryParameter = {
  name: 'bookingStatus',
  required: true,
  schema: bookingStatus,
  description: 'booked, pending or both; nothing is ever pending.',
};
export const rangeParameters: readonly QueryParameter[] = [
  { name: 'fromDate', required: false, schema: isoDate, description: 'First booking date wanted.' },
  { name: 'toDate', required: false, schema: isoDate, description: 'Last booking date wanted.' },
  {
    name: 'offset',
    required: false,
    schema: offsetText,
    description: 'Transactions to skip; 0 when absent.',
  },
  {
    name: 'limit',
    required: false,
    schema: limitText,
    description: `Transactions wanted, at least 1. An answer holds ${transactionsAtMost} at most and says when there are more.`,
  },
];
export const cardQuery: readonly QueryParameter[] = [statusParameter, ...rangeParameters];

export interface Wanted {
  readonly bookingStatus?: BookingStatus;
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly offset?: number;
  readonly limit?: number;
}

interface ListPart {
  readonly range: DayRange;
  readonly page: { readonly limit: number; readonly offset: number };
}

/** The days and the part of a list that the query asks for; one item more where the client set no bound that holds. */
export function part({ fromDate, toDate, offset = 0, limit }: Wanted): ListPart {
  const size = Math.min(limit ?? transactionsAtMost + 1, transactionsAtMost + 1);
  return { range: { fromDate: fromDate ?? null, toDate: toDate ?? null }, page: { limit: size, offset } };
}

/** The body of a creation with the warnings found in it. */
export const withWarnings = <Body>(body: Body, { warnings }: RouteRequest) => ({ body, warnings });
export const nothing = () => undefined;
