/** Instants are epoch milliseconds. */
import { Temporal } from 'temporal-polyfill';
import { isBankDay } from './bank-days.ts';
import { fromDayNumber, type IsoDate, toDayNumber } from './iso-date.ts';

const zone = 'Europe/Oslo';

export const batchTimes = ['05:30', '11:00', '13:30', '15:30', '18:00'] as const;

export interface BatchRun {
  readonly date: IsoDate;
  readonly at: number;
}

const hourMs = 3_600_000;
/** By whole hours since the epoch. A day in Oslo begins at a full hour of UTC, so each hour lies within one day. */
const daysByHour = new Map<number, IsoDate>();
const cachedHoursAtMost = 1_000;

export function todayInOslo(now: number): IsoDate {
  const hour = Math.floor(now / hourMs);
  let date = daysByHour.get(hour);
  if (date === undefined) {
    const hourStart = Temporal.Instant.fromEpochMilliseconds(hour * hourMs);
    date = hourStart.toZonedDateTimeISO(zone).toPlainDate().toString() as IsoDate;
    if (daysByHour.size >= cachedHoursAtMost) daysByHour.clear();
    daysByHour.set(hour, date);
  }
  return date;
}

/** If clocks show the time twice, returns the first instant. If clocks skip the time, adds an hour: 02:30 becomes 03:30. */
export function instantAtOslo(date: IsoDate, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
}

export function nextBatchRun(after: number): BatchRun {
  for (let day = toDayNumber(todayInOslo(after)); ; day += 1) {
    if (!isBankDay(day)) continue;
    const date = fromDayNumber(day);
    for (const time of batchTimes) {
      const at = instantAtOslo(date, time);
      if (at > after) return { date, at };
    }
  }
}
