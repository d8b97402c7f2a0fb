/**
 * Compares the clock of this process with that of the database. Payments are executed, rejected and deleted by the
 * clock, so a process with a wrong clock leaves that to others. Start at `createClockCheck`.
 */
import type { Clock } from '../operations/ports/stores.ts';

export interface ClockCheck {
  /** Returns whether time-dependent work may begin. Rejects if the database does not respond. */
  compare(): Promise<boolean>;
  /** Result of the last comparison; false before the first. */
  agreed(): boolean;
  /** How far the clock of the process was ahead; null before the first comparison. */
  offsetMs(): number | null;
}

export interface ClockCheckParts {
  readonly clock: Clock;
  /** Epoch milliseconds. */
  readonly databaseTime: () => Promise<number>;
  /** Called when the clock becomes wrong, and when it is right again. */
  readonly differs: (offsetMs: number) => void;
  readonly agrees: () => void;
}

/** Clocks with NTP never differ by this much. */
const differenceAtMostMs = 5_000;

export function createClockCheck(parts: ClockCheckParts): ClockCheck {
  const { clock, databaseTime } = parts;
  let offset: number | null = null;
  let wrong: boolean | null = null;
  let comparing: Promise<boolean> | null = null;

  async function compareNow(): Promise<boolean> {
    const askTime = clock();
    const database = await databaseTime();
    // The database read its clock at some time between call and response.
    offset = nearest(askTime - database, clock() - database);
    const differs = Math.abs(offset) > differenceAtMostMs;
    if (differs && wrong !== true) parts.differs(offset);
    if (!differs && wrong === true) parts.agrees();
    wrong = differs;
    return !differs;
  }

  return {
    compare() {
      comparing ??= compareNow().finally(() => {
        comparing = null;
      });
      return comparing;
    },
    agreed: () => wrong === false,
    offsetMs: () => offset,
  };
}

/** The difference in this range that is nearest to zero. */
const nearest = (least: number, most: number): number => Math.min(Math.max(0, least), most);
