/** When payments are due. Instants are epoch milliseconds by the clock of the TPP. */
import {
  type BatchRun,
  batchTimes,
  type IsoDate,
  instantAtOslo,
  nextBatchRun,
  todayInOslo,
} from '../values/calendar.ts';

/** The first run that can take the payment: after `now`, and not before the requested day. */
export function firstRun(now: number, requestedDate: string | null): BatchRun {
  // A millisecond before midnight, so that a run at midnight counts too.
  const beforeDay = requestedDate === null ? now : instantAtOslo(requestedDate as IsoDate, '00:00') - 1;
  return nextBatchRun(Math.max(now, beforeDay));
}

/** The run to which this time belongs: the latest run of the day so far, otherwise the first one. */
export function runAt(at: number): BatchRun {
  const date = todayInOslo(at);
  const instants = batchTimes.map((time) => instantAtOslo(date, time));
  const lastIndex = instants.findLastIndex((instant) => instant <= at);
  const timeIndex = Math.max(lastIndex, 0);
  return { date, timeIndex, at: instants[timeIndex] ?? at };
}

export const hasReachedLastRun = (at: number): boolean => runAt(at).timeIndex === batchTimes.length - 1;

export const firstRunOfDay = (date: string): number => instantAtOslo(date as IsoDate, batchTimes[0]);
