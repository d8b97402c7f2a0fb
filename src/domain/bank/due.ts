/** When payments are due. Instants are epoch milliseconds by the clock of the TPP. */
import {
  type BatchSlot,
  batchSlots,
  type IsoDate,
  instantAtOslo,
  nextBatchSlot,
  todayInOslo,
} from '../values/calendar.ts';

/** The first run that can take the payment: after `now`, and not before the requested day. */
export function firstRun(now: number, requestedDate: string | null): BatchSlot {
  // A millisecond before midnight, so that a run at midnight counts too.
  const day = requestedDate === null ? now : instantAtOslo(requestedDate as IsoDate, '00:00') - 1;
  return nextBatchSlot(Math.max(now, day));
}

/** The run to which this time belongs: the latest run of the day so far, otherwise the first one. */
export function runAt(at: number): BatchSlot {
  const date = todayInOslo(at);
  const instants = batchSlots.map((time) => instantAtOslo(date, time));
  const slot = instants.findLastIndex((instant) => instant <= at);
  return { date, slot: Math.max(slot, 0), at: instants[Math.max(slot, 0)] ?? at };
}

export const isLastOfDay = (at: number): boolean => runAt(at).slot === batchSlots.length - 1;

export const firstRunOfDay = (date: string): number => instantAtOslo(date as IsoDate, batchSlots[0]);
