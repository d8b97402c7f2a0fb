import { Temporal } from 'temporal-polyfill';
import type { Fault } from '../refusal.ts';
import { instantText } from '../values/iso-date.ts';

export interface ClockMove {
  /** An ISO 8601 duration. */
  readonly by?: string | null | undefined;
  /** Epoch milliseconds. */
  readonly to?: number | null | undefined;
}

const yearsAtMost = 5;
/** Dates in the interface go up to 9999. The clock stops far before this, so that TPPs can always name later days. */
const lastYear = 2999;

/** After this number of executions of periodic payments, a move of the clock stops at the time that it has reached. */
export const executionsAtMost = 5_000;

/** The response to a move of the clock shows at most this number of events. */
export const shownEventsAtMost = 1_000;

/** Returns epoch milliseconds. */
export function newTimeOrFault(now: number, { by, to }: ClockMove): number | Fault {
  if (by == null && to == null) return { path: 'by', text: 'send either by or to' };
  if (by != null && to != null) return { path: 'to', text: 'send either by or to, but not both' };
  const nowInOslo = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Europe/Oslo');
  const target = by == null ? to : addDuration(nowInOslo, by);
  // Only `addDuration` gives null here.
  if (target == null) return { path: 'by', text: 'must be an ISO 8601 duration such as P1D or PT6H' };
  const path = by == null ? 'to' : 'by';
  if (target < now) return { path, text: `the clock can only move forward; it is ${instantText(now)}` };
  if (target > nowInOslo.add({ years: yearsAtMost }).epochMilliseconds) {
    return { path, text: `the clock can move at most ${yearsAtMost} years at a time` };
  }
  if (new Date(target).getUTCFullYear() > lastYear)
    return { path, text: `the clock cannot move beyond the year ${lastYear}` };
  return target;
}

/** Adds by the calendar of Oslo, so that P1D ends at the same time of day. null: not a duration. */
function addDuration(from: Temporal.ZonedDateTime, by: string): number | null {
  const duration = durationOf(by);
  if (duration === null) return null;
  try {
    return from.add(duration).epochMilliseconds;
  } catch {
    // Temporal cannot express a time so far away, so this returns plus or minus infinity, which `newTimeOrFault` refuses.
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
