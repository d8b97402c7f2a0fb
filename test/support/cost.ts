/** CPU time of this process, so that other load on the machine does not count. */

const runs = 5;

/** Milliseconds of the cheapest run; a run below `enough` is the last. */
export function cheapest(act: () => unknown, enough = 0): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && best >= enough; run += 1) {
    const begun = cpuMs();
    act();
    best = Math.min(best, cpuMs() - begun);
  }
  return best;
}

/** As `cheapest`, for work that waits. The process may do other work meanwhile, which only the cheapest run leaves out. */
export async function cheapestLater(act: () => Promise<unknown>, enough: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && best >= enough; run += 1) {
    const begun = cpuMs();
    await act();
    best = Math.min(best, cpuMs() - begun);
  }
  return best;
}

/** Milliseconds since the start of the process. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
