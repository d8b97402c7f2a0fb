/** CPU time of this process, so that other load on the machine does not count. */

const runs = 5;

/** Milliseconds of the cheapest reference run on the machine for which the tests name their bounds. */
const usualMs = 11;
const records = Array.from({ length: 10_000 }, (_, index) => ({ index, name: `name ${index % 997}` }));

/** Work like that of the service: JSON, objects, texts and a map. */
function reference(): void {
  const counts = new Map<string, number>();
  for (const { name } of JSON.parse(JSON.stringify(records)) as typeof records)
    for (const letter of name) counts.set(letter, (counts.get(letter) ?? 0) + 1);
}

/** Milliseconds on that machine. A slower one, or one whose processors share their caches with others, takes longer. */
function onUsualMachine(milliseconds: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 20; run += 1) {
    const begun = cpuMs();
    reference();
    best = Math.min(best, cpuMs() - begun);
  }
  return milliseconds * Math.min(1, usualMs / best);
}

/** Milliseconds of the cheapest run; a run below `enough` is the last. An excess counts as on the usual machine. */
export function cheapest(act: () => unknown, enough = 0): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && best >= enough; run += 1) {
    const begun = cpuMs();
    act();
    best = Math.min(best, cpuMs() - begun);
  }
  return enough > 0 && best >= enough ? onUsualMachine(best) : best;
}

/** As `cheapest`, for work that waits. The process may do other work meanwhile, which only the cheapest run leaves out. */
export async function cheapestLater(act: () => Promise<unknown>, enough: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && best >= enough; run += 1) {
    const begun = cpuMs();
    await act();
    best = Math.min(best, cpuMs() - begun);
  }
  return best >= enough ? onUsualMachine(best) : best;
}

/** Milliseconds since the start of the process. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
