import { readData } from '../command/ask.ts';
import type { RequestCall } from '../command/call.ts';
import { at, listAt, textAt } from '../record.ts';

export interface Nodes {
  readonly nodes: readonly unknown[];
  readonly hasMore: boolean;
}

const nodesAtOnce = 100;

/** The first nodes of the connection `items`; the query has $first and $after. */
export async function readNodes(
  call: RequestCall,
  query: string,
  atMost: number,
  variables: object = {},
): Promise<Nodes> {
  const nodes: unknown[] = [];
  let after: string | null = null;
  while (nodes.length < atMost) {
    const first = Math.min(nodesAtOnce, atMost - nodes.length);
    const items: unknown = itemsIn(await readData(call, query, { ...variables, first, after }));
    nodes.push(...listAt(items, 'nodes'));
    after = at(items, 'pageInfo', 'hasNextPage') === true ? textAt(items, 'pageInfo', 'endCursor') : null;
    if (after === null) return { nodes, hasMore: false };
  }
  return { nodes, hasMore: true };
}

/** At the root, or in a record at the root. */
const itemsIn = (data: unknown): unknown => at(data, 'items') ?? at(data, 'of', 'items');

const bookingsAtOnce = 1_000;
/** More than a daily payment of five years. */
const bookingsAtMost = 5_000;

/** The query has $first and $offset. */
export async function readBookings(
  call: RequestCall,
  query: string,
  variables: object,
): Promise<readonly unknown[]> {
  const bookings: unknown[] = [];
  for (let offset = 0; offset < bookingsAtMost; offset += bookingsAtOnce) {
    const data = await readData(call, query, { ...variables, first: bookingsAtOnce, offset });
    const page = listAt(data, 'payment', 'bookings');
    bookings.push(...page);
    if (page.length < bookingsAtOnce) break;
  }
  return bookings;
}

const requestsAtOnce = 8;

/** In the order of the items. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += requestsAtOnce)
    results.push(...(await Promise.all(items.slice(first, first + requestsAtOnce).map(act))));
  return results;
}

/** A seed leaves out what is null in GraphQL. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNulls(field)]));
}
