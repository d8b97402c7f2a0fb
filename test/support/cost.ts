/** What a piece of work costs: processor time of this process, so that whatever else the machine does is left out. */

const runs = 5;

/** Milliseconds of the cheapest of some runs; one that costs less than `enough` is the last. */
export function cheapest(act: () => unknown, enough = 0): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && best >= enough; run += 1) {
    const begun = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
