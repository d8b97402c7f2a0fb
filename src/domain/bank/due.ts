/**
 * When the bank carries a payment out: at one of the five runs of a bank day, Oslo time. Instants are
 * epoch milliseconds by the clock of the TPP. Pure; the runs themselves are in the room `bank`.
 */
import {
  type BatchSlot,
  batchSlots,
  type IsoDate,
  instantAtOslo,
  nextBatchSlot,
  todayInOslo,
} from '../values/calendar.ts';

/**
 * The first run after `now` on the day asked for; payments of a day without runs go to the next day that has some.
 */
export function firstRun(now: number, requestedDate: string | null): BatchSlot {
  // A millisecond before midnight, so that a run at midnight would count.
  const day = requestedDate === null ? now : instantAtOslo(requestedDate as IsoDate, '00:00') - 1;
  return nextBatchSlot(Math.max(now, day));
}

/** The run whose instant this is; the latest one before it when a payment comes late to its run. */
export function runAt(at: number): BatchSlot {
  const date = todayInOslo(at);
  const instants = batchSlots.map((time) => instantAtOslo(date, time));
  const slot = instants.findLastIndex((instant) => instant <= at);
  return { date, slot: Math.max(slot, 0), at: instants[Math.max(slot, 0)] ?? at };
}

/** Whether no later run of the same day follows. */
export const isLastOfDay = (at: number): boolean => runAt(at).slot === batchSlots.length - 1;

/** The first run of an execution's day, at which it is tried first. */
export const firstRunOf = (date: string): number => instantAtOslo(date as IsoDate, batchSlots[0]);
