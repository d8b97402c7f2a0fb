/**
 * Time in Oslo: what day it is there, when a clock there shows a time, and when the bank's batches run.
 * Instants are epoch milliseconds and always passed in. Temporal knows the rules of summer time.
 */
import { Temporal } from 'temporal-polyfill';
import { isBankDayNumber } from './bank-days.ts';
import { fromDayNumber, type IsoDate, toDayNumber } from './iso-date.ts';

const zone = 'Europe/Oslo';

/** When batches run on a bank day, by the clock in Oslo. */
export const batchSlots = ['05:30', '11:00', '13:30', '15:30', '18:00'] as const;

/** A run of the batch: its day, its index in `batchSlots`, and its instant. */
export interface BatchSlot {
  readonly date: IsoDate;
  readonly slot: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

const hourMs = 3_600_000;
/** Days by the hour, counted from the epoch: in Oslo a day begins with an hour of UTC, in summer as in winter. */
const daysByHour = new Map<number, IsoDate>();
const hoursAtMost = 1_000;

/** The calendar day in Oslo at an instant. */
export function todayInOslo(now: number): IsoDate {
  const hour = Math.floor(now / hourMs);
  let day = daysByHour.get(hour);
  if (day === undefined) {
    const began = Temporal.Instant.fromEpochMilliseconds(hour * hourMs);
    day = began.toZonedDateTimeISO(zone).toPlainDate().toString() as IsoDate;
    if (daysByHour.size >= hoursAtMost) daysByHour.clear();
    daysByHour.set(hour, day);
  }
  return day;
}

/**
 * The instant at which a clock in Oslo shows `time` (`HH:MM`) on `date`, in epoch milliseconds. An hour that the
 * clock shows twice means the first time; one that it skips is read by the clock before the change.
 */
export function instantAtOslo(date: IsoDate, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
}

/** The first run of the batch later than `after` (epoch milliseconds), never the one at that very instant. */
export function nextBatchSlot(after: number): BatchSlot {
  for (let day = toDayNumber(todayInOslo(after)); ; day += 1) {
    if (!isBankDayNumber(day)) continue;
    const date = fromDayNumber(day);
    for (const [slot, time] of batchSlots.entries()) {
      const at = instantAtOslo(date, time);
      if (at > after) return { date, slot, at };
    }
  }
}
