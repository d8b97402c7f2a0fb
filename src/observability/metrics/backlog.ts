/** Metrics of work that is due but not done. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instruments } from './instruments.ts';

export interface Backlog {
  readonly count: number;
  /** Seconds since the oldest item was due; 0 if there is none. */
  readonly lateSeconds: number;
}

/** How long a result is reused. */
const cachedMs = 10_000;
/** Less than the time-out of Prometheus (10 s), so that the other metrics can be read while the database is frozen. */
const waitAtMostMs = 5_000;

/**
 * Reads the backlog once in `cachedMs`, however often /metrics is read. The result is null if the read has failed or takes longer than
 * `waitAtMostMs`.
 */
export function createBacklogCache(
  read: () => Promise<Backlog>,
  now: () => number = () => performance.now(),
  waitMs = waitAtMostMs,
): () => Promise<Backlog | null> {
  let readAt = Number.NEGATIVE_INFINITY;
  let cachedBacklog: Promise<Backlog | null> = Promise.resolve(null);
  return () => {
    if (now() - readAt >= cachedMs) {
      readAt = now();
      cachedBacklog = read().catch(() => null);
    }
    return Promise.race([cachedBacklog, sleep(waitMs, null, { ref: false })]);
  };
}

type NameAndHelp = readonly [name: string, help: string];

export function backlogInstruments(
  instruments: Instruments,
  read: () => Promise<Backlog>,
  { count, late }: { readonly count?: NameAndHelp; readonly late: NameAndHelp },
): void {
  const readBacklog = createBacklogCache(read);
  if (count) instruments.gauge(...count, async () => (await readBacklog())?.count ?? null);
  instruments.gauge(...late, async () => (await readBacklog())?.lateSeconds ?? null);
}
