import { setTimeout as sleep } from 'node:timers/promises';
import type { Instruments } from './instruments.ts';

/** Work that is due but not done. */
export interface Backlog {
  readonly count: number;
  /** Seconds since the oldest item was due; 0 if there is none. */
  readonly lateSeconds: number;
}

const cachedMs = 10_000;
/** Shorter than the time-out of Prometheus (10 s), which would otherwise get no metrics while the database does not respond. */
const waitAtMostMs = 5_000;

/** Calls `read`, which asks the database, at most once in `cachedMs`. null: the read has failed, or takes longer than `waitMs`. */
export function createReadCache<T>(
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
  waitMs = waitAtMostMs,
): () => Promise<T | null> {
  let readAt = Number.NEGATIVE_INFINITY;
  let cachedValue: Promise<T | null> = Promise.resolve(null);
  return () => {
    if (now() - readAt >= cachedMs) {
      readAt = now();
      cachedValue = read().catch(() => null);
    }
    return Promise.race([cachedValue, sleep(waitMs, null, { ref: false })]);
  };
}

type NameAndHelp = readonly [name: string, help: string];

export function addBacklogInstruments(
  instruments: Instruments,
  read: () => Promise<Backlog>,
  { count, late }: { readonly count: NameAndHelp; readonly late: NameAndHelp },
): void {
  const readBacklog = createReadCache(read);
  instruments.addGauge(...count, async () => (await readBacklog())?.count ?? null);
  instruments.addGauge(...late, async () => (await readBacklog())?.lateSeconds ?? null);
}
