/** Time in Oslo. Instants are epoch milliseconds, and callers pass them in. */
import { Temporal } from 'temporal-polyfill';
import { isBankDayNumber } from './bank-days.ts';
import { fromDayNumber, type IsoDate, toDayNumber } from './iso-date.ts';

const zone = 'Europe/Oslo';

/** Times of the batches of a bank day, in Oslo. */
export const batchSlots = ['05:30', '11:00', '13:30', '15:30', '18:00'] as const;

/** `slot` is the index in `batchSlots`. */
export interface BatchSlot {
  readonly date: IsoDate;
  readonly slot: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

const hourMs = 3_600_000;
/** Days by the hour since the epoch, because a day in Oslo always starts on a full hour of UTC. */
const daysByHour = new Map<number, IsoDate>();
const hoursAtMost = 1_000;

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
 * The instant of `HH:MM` on `date`. If the time occurs twice, it is the first one. If the time is skipped, it is read
 * by the clock before the change.
 */
export function instantAtOslo(date: IsoDate, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
}

/** The next batch run after `after`, in epoch milliseconds. */
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
