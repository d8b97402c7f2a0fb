/** Instants are epoch milliseconds by the clock of the TPP. */
import type { IsoDate } from '../values/iso-date.ts';
import { type BatchRun, batchTimes, instantAtOslo, nextBatchRun, todayInOslo } from '../values/oslo-time.ts';

/** The first batch run after `now`, and not before `requestedDate` if there is one. */
export function firstRun(now: number, requestedDate: string | null): BatchRun {
  const earliest = requestedDate === null ? now : instantAtOslo(requestedDate as IsoDate, '00:00');
  return nextBatchRun(Math.max(now, earliest));
}

/** Whether `at` is at or after the last batch time of its day, which need not be a bank day. */
export function hasReachedLastRun(at: number): boolean {
  const today = todayInOslo(at);
  return batchTimes.every((time) => at >= instantAtOslo(today, time));
}

export const timeOfFirstRunOn = (date: string): number => instantAtOslo(date as IsoDate, batchTimes[0]);
