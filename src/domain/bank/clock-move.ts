/** Reads moves of a sandbox clock. The clock moves only forward, and at most five years at a time. */
import { Temporal } from 'temporal-polyfill';
import type { Fault } from '../refusal.ts';

export interface ClockMove {
  /** An ISO 8601 duration. */
  readonly by?: string | null | undefined;
  /** Epoch milliseconds. */
  readonly to?: number | null | undefined;
}

const yearsAtMost = 5;
/**
 * The year is far before 9999, the last year of a date in the interface. So TPPs can always name days after the time of the clock.
 */
const lastYear = 2999;

/** A move of the clock stops after this number of executions of standing orders. The next move continues from the time reached. */
export const executionsAtMost = 5_000;

/** The response to a move lists at most this number of events. */
export const shownEventsAtMost = 1_000;

/** The new time in epoch milliseconds, or the fault of the move. */
export function newTimeOrFault(now: number, { by, to }: ClockMove): number | Fault {
  if (by == null && to == null) return { path: 'by', text: 'send either by or to' };
  if (by != null && to != null) return { path: 'to', text: 'send either by or to, but not both' };
  const path = by == null ? 'to' : 'by';
  const from = Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO('Europe/Oslo');
  const target = by == null ? to : addDuration(from, by);
  if (target == null) return { path, text: 'must be an ISO 8601 duration such as P1D or PT6H' };
  if (target < now)
    return { path, text: `the clock can only move forward; it is ${new Date(now).toISOString()}` };
  if (target > from.add({ years: yearsAtMost }).epochMilliseconds) {
    return { path, text: `the clock can move at most ${yearsAtMost} years at a time` };
  }
  if (new Date(target).getUTCFullYear() > lastYear)
    return { path, text: `the clock cannot move beyond the year ${lastYear}` };
  return target;
}

/** Adds days and months by the calendar of Oslo, so that P1D ends at the same time of day. null: not a duration. */
function addDuration(from: Temporal.ZonedDateTime, by: string): number | null {
  const duration = durationOf(by);
  if (duration === null) return null;
  try {
    return from.add(duration).epochMilliseconds;
  } catch {
    // The time is beyond all times that Temporal can express.
    return duration.sign * Number.POSITIVE_INFINITY;
  }
}

function durationOf(text: string): Temporal.Duration | null {
  try {
    return Temporal.Duration.from(text);
  } catch {
    return null;
  }
}
