/** Caches a backlog, so that frequent reads of /metrics do not load the database. */

export interface Backlog {
  readonly count: number;
  /** Seconds since the oldest item was due; 0 if there is none. */
  readonly lateSeconds: number;
}

/** How long a result is reused. */
const cachedMs = 10_000;

/** The result is null if the database does not respond. */
export function createBacklogCache(
  read: () => Promise<Backlog>,
  now: () => number = () => performance.now(),
): () => Promise<Backlog | null> {
  let readAt = Number.NEGATIVE_INFINITY;
  let cachedBacklog: Promise<Backlog | null> = Promise.resolve(null);
  return () => {
    if (now() - readAt >= cachedMs) {
      readAt = now();
      cachedBacklog = read().catch(() => null);
    }
    return cachedBacklog;
  };
}
