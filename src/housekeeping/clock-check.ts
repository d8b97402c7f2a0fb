/** A process whose clock differs from that of the database does no work that depends on the time. */
import type { Clock } from '../operations/ports/stores.ts';

export interface ClockCheck {
  /** Compares the clocks now. Rejects if the database does not respond. */
  agreesNow(): Promise<boolean>;
  /** The result of the last comparison; false before the first. */
  agreedAtLastComparison(): boolean;
  /** Positive: the process is ahead. null before the first comparison. */
  offsetMs(): number | null;
}

export interface ClockCheckParts {
  readonly clock: Clock;
  /** Epoch milliseconds. */
  readonly readDatabaseTime: () => Promise<number>;
  /** Called when the clocks begin to differ. */
  readonly onWrong: (offsetMs: number) => void;
  /** Called when the clocks agree again. */
  readonly onRight: () => void;
}

/** Two clocks that are synchronised by NTP differ by far less. */
const maxDifferenceMs = 5_000;

export function createClockCheck(parts: ClockCheckParts): ClockCheck {
  const { clock, readDatabaseTime } = parts;
  let offset: number | null = null;
  /** The result of the last comparison; null before the first. */
  let agrees: boolean | null = null;
  let comparison: Promise<boolean> | null = null;

  async function compare(): Promise<boolean> {
    const timeBefore = clock();
    const timeOfDatabase = await readDatabaseTime();
    // The true offset is between these two differences. A slow response must not look like an offset, so the value nearest to zero counts.
    offset = nearestToZero(timeBefore - timeOfDatabase, clock() - timeOfDatabase);
    const agreedBefore = agrees;
    agrees = Math.abs(offset) <= maxDifferenceMs;
    if (!agrees && agreedBefore !== false) parts.onWrong(offset);
    if (agrees && agreedBefore === false) parts.onRight();
    return agrees;
  }

  return {
    agreesNow() {
      comparison ??= compare().finally(() => {
        comparison = null;
      });
      return comparison;
    },
    agreedAtLastComparison: () => agrees === true,
    offsetMs: () => offset,
  };
}

const nearestToZero = (min: number, max: number): number => Math.min(Math.max(0, min), max);
