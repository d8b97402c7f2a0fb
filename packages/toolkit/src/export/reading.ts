const requestsAtOnce = 8;

export async function inBatches<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += requestsAtOnce)
    results.push(...(await Promise.all(items.slice(first, first + requestsAtOnce).map(act))));
  return results;
}
