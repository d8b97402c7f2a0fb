/** How far the bank is behind with its own work: a question to the database that a reader of /metrics must not repeat. */

export interface Backlog {
  readonly count: number;
  readonly lateSeconds: number;
}

/** So long an answer serves: Prometheus asks more rarely, and nobody else can make the database work by asking. */
const freshMs = 10_000;

/** Asks at most once in that time, whoever waits gets the same answer; null when the database does not answer. */
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
