/**
 * How far a sandbox clock is to be moved: by an ISO 8601 duration, or to an instant; forwards alone, and no further
 * than five years at a time. What a move makes the bank carry out has a bound too. Pure: answers the new time or the fault.
 */
import { Temporal } from 'temporal-polyfill';
import type { Fault } from '../refusal.ts';

export interface ClockMove {
  readonly by?: string | null | undefined;
  /** Epoch milliseconds. */
  readonly to?: number | null | undefined;
}

const yearsAtMost = 5;
/** The clock stays in years that every date of the interface can be written in. */
const lastYear = 2999;

/** How many executions of standing orders a move makes; then the clock stops, and the next move goes on. */
export const executionsAtMost = 5_000;

/** How many events an answer to a move lists; those behind them are not written down. */
export const eventsShown = 1_000;

/** The time to which the clock goes from `now`, epoch milliseconds, or what is wrong with the request. */
export function movedClock(now: number, { by, to }: ClockMove): number | Fault {
  if (by == null && to == null) return { path: 'by', text: 'send either by or to' };
  if (by != null && to != null) return { path: 'to', text: 'send either by or to, but not both' };
  const path = by == null ? 'to' : 'by';
  const from = Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO('Europe/Oslo');
  const target = by == null ? (to ?? now) : later(from, by);
  if (target === null) return { path, text: 'must be an ISO 8601 duration such as P1D or PT6H' };
  if (target < now) return { path, text: 'the clock can only move forward' };
  if (target > from.add({ years: yearsAtMost }).epochMilliseconds) {
    return { path, text: `the clock can move at most ${yearsAtMost} years at a time` };
  }
  if (new Date(target).getUTCFullYear() > lastYear)
    return { path, text: `the clock cannot move beyond the year ${lastYear}` };
  return target;
}

/** Days and months by the calendar in Oslo, so that P1D ends at the same time of day. */
function later(from: Temporal.ZonedDateTime, by: string): number | null {
  try {
    return from.add(Temporal.Duration.from(by)).epochMilliseconds;
  } catch {
    // Temporal throws for a duration that it cannot parse or add.
    return null;
  }
}
