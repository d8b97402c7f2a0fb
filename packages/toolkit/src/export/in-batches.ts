const requestsAtOnce = 8;

/** Returns the results in the order of the items. At most eight requests run at the same time. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += requestsAtOnce)
    results.push(...(await Promise.all(items.slice(first, first + requestsAtOnce).map(read))));
  return results;
}
