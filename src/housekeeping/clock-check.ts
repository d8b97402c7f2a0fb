/**
 * Compares the clock of this process with the clock of the database. A process with a wrong clock does no work that depends on the
 * time: it does not execute or expire payments, send notifications or delete old rows. The other processes do this work.
 */
import type { Clock } from '../operations/ports/stores.ts';

export interface ClockCheck {
  /**
   * Compares the clocks, and returns whether they agree. If they do not, time-dependent work must not begin. Rejects if the
   * database does not respond.
   */
  agreesNow(): Promise<boolean>;
  /** Whether the clocks agreed at the last comparison; false before the first comparison. */
  hasAgreed(): boolean;
  /** How far the clock of the process was ahead of the database at the last comparison; null before the first comparison. */
  offsetMs(): number | null;
}

export interface ClockCheckParts {
  readonly clock: Clock;
  /** Epoch milliseconds. */
  readonly readDatabaseTime: () => Promise<number>;
  /** Called when the clock becomes wrong. */
  readonly onWrong: (offsetMs: number) => void;
  /** Called when the clock is right again. */
  readonly onRight: () => void;
}

/** Two clocks that are synchronised by NTP differ by far less. */
const maxDifferenceMs = 5_000;

export function createClockCheck(parts: ClockCheckParts): ClockCheck {
  const { clock, readDatabaseTime } = parts;
  let offset: number | null = null;
  let isWrong: boolean | null = null;
  let comparison: Promise<boolean> | null = null;

  async function compare(): Promise<boolean> {
    const timeBefore = clock();
    const timeOfDatabase = await readDatabaseTime();
    // The database has read its clock at some time between the call and the response, so the true offset is between the two
    // differences. Of all possible offsets, the nearest to zero counts, so that a slow response does not look like a wrong clock.
    offset = nearestToZero(timeBefore - timeOfDatabase, clock() - timeOfDatabase);
    const differs = Math.abs(offset) > maxDifferenceMs;
    if (differs && isWrong !== true) parts.onWrong(offset);
    if (!differs && isWrong === true) parts.onRight();
    isWrong = differs;
    return !differs;
  }

  return {
    agreesNow() {
      comparison ??= compare().finally(() => {
        comparison = null;
      });
      return comparison;
    },
    hasAgreed: () => isWrong === false,
    offsetMs: () => offset,
  };
}

/** The number from `min` to `max` that is nearest to zero. */
const nearestToZero = (min: number, max: number): number => Math.min(Math.max(0, min), max);
