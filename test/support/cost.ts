/** What a piece of work costs: processor time of this process, so that whatever else the machine does is left out. */

/** Milliseconds of the cheapest of some runs. */
export function cheapest(act: () => unknown, runs = 5): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const begun = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
