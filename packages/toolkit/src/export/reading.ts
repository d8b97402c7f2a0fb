const requestsAtOnce = 8;

export async function inBatches<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += requestsAtOnce)
    results.push(...(await Promise.all(items.slice(first, first + requestsAtOnce).map(read))));
  return results;
}
