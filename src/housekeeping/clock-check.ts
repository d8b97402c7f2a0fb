/**
 * Compares the clock of this process with that of the database. Payments are made, rejected and forgotten by the clock, so a
 * process whose clock is wrong leaves that to others. Start at `createClockCheck`.
 */
import type { Clock } from '../operations/ports/stores.ts';

export interface ClockCheck {
  /** Compares; answers whether work that goes by the clock may begin. Rejects when the database does not answer. */
  compare(): Promise<boolean>;
  /** What the last comparison found; false before the first. */
  agreed(): boolean;
  /** By how much the clock of the process was ahead; null before the first comparison. */
  offsetMs(): number | null;
}

export interface ClockCheckParts {
  readonly clock: Clock;
  /** The time of the database, epoch milliseconds. */
  readonly databaseTime: () => Promise<number>;
  /** Called when the clock turns wrong, and when it is right again. */
  readonly differs: (offsetMs: number) => void;
  readonly agrees: () => void;
}

/** More than clocks that are kept by NTP ever differ. */
const differenceAtMostMs = 5_000;

export function createClockCheck(parts: ClockCheckParts): ClockCheck {
  const { clock, databaseTime } = parts;
  let offset: number | null = null;
  let wrong: boolean | null = null;
  let comparing: Promise<boolean> | null = null;

  async function compareNow(): Promise<boolean> {
    const askTime = clock();
    const database = await databaseTime();
    // The database has read its clock some time between question and answer.
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

/** The difference between two that is nearest to none. */
const nearest = (least: number, most: number): number => Math.min(Math.max(0, least), most);
