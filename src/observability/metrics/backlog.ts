/** Caches the backlog of the bank, so that readers of /metrics cannot burden the database. */

export interface Backlog {
  readonly count: number;
  readonly lateSeconds: number;
}

/** How long a result is reused. Prometheus usually asks less often. */
const freshMs = 10_000;

/** Asks at most once per `freshMs`. null: the database does not respond. */
export function createBacklogMemory(
  ask: () => Promise<Backlog>,
  now: () => number = () => performance.now(),
): () => Promise<Backlog | null> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Backlog | null> = Promise.resolve(null);
  return () => {
    if (now() - askedAt >= freshMs) {
      askedAt = now();
      answer = ask().catch(() => null);
    }
    return answer;
  };
}
