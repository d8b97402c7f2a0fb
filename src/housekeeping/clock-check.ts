/** A process whose clock differs from that of the database does no work that depends on the time. */
import type { Clock } from '../operations/ports/stores.ts';

export interface ClockCheck {
  /** Rejects if the database does not respond. */
  agreesNow(): Promise<boolean>;
  /** False before the first comparison. */
  hasAgreed(): boolean;
  /** Positive: the process is ahead. null before the first comparison. */
  offsetMs(): number | null;
}

export interface ClockCheckParts {
  readonly clock: Clock;
  /** Epoch milliseconds. */
  readonly readDatabaseTime: () => Promise<number>;
  readonly onWrong: (offsetMs: number) => void;
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
    // The true offset is between these two differences. A slow response must not look like an offset, so take the value nearest to zero.
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

const nearestToZero = (min: number, max: number): number => Math.min(Math.max(0, min), max);
