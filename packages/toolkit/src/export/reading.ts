import { readData } from '../command/ask.ts';
import type { RequestCall } from '../command/call.ts';
import { listAt } from '../record.ts';

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
