/** Instants are epoch milliseconds by the clock of the TPP. */
import {
  type BatchRun,
  batchTimes,
  type IsoDate,
  instantAtOslo,
  nextBatchRun,
  todayInOslo,
} from '../values/calendar.ts';

export function firstRun(now: number, requestedDate: string | null): BatchRun {
  const startOfDay = requestedDate === null ? now : instantAtOslo(requestedDate as IsoDate, '00:00');
  return nextBatchRun(Math.max(now, startOfDay));
}

/** The latest run of the day that is not after `at`, or else the first run of the day. */
export function runAt(at: number): BatchRun {
  const date = todayInOslo(at);
  const instants = batchTimes.map((time) => instantAtOslo(date, time));
  const lastIndex = instants.findLastIndex((instant) => instant <= at);
  const timeIndex = Math.max(lastIndex, 0);
  return { date, timeIndex, at: instants[timeIndex] ?? at };
}

export const hasReachedLastRun = (at: number): boolean => runAt(at).timeIndex === batchTimes.length - 1;

export const firstRunOfDay = (date: string): number => instantAtOslo(date as IsoDate, batchTimes[0]);
