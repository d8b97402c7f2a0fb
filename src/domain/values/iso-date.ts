/** Days without a time zone, in the Gregorian calendar, in the years 0001 to 9999. */
import type { Branded } from './brand.ts';

/** `YYYY-MM-DD`, so `<` compares two dates. */
export type IsoDate = Branded<string, 'IsoDate'>;

/** Whole days since 1970-01-01, which is day 0. */
export type DayNumber = number;

const shape = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** null: the text is not `YYYY-MM-DD`, or the day does not exist. */
export function parseIsoDate(text: string): IsoDate | null {
  if (!shape.test(text)) return null;
  // Date.parse takes 30 February for a day in March, which has another text.
  const day = toDayNumber(text as IsoDate);
  return day >= firstDayNumber && fromDayNumber(day) === text ? (text as IsoDate) : null;
}

interface YearMonthDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const dayMs = 86_400_000;

/** Month 13 is January of the next year. Day 0 is the last day of the month before. */
export function dayNumberOf(year: number, month: number, day: number): DayNumber {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / dayMs;
}

export function yearMonthDayOf(dayNumber: DayNumber): YearMonthDay {
  const date = new Date(dayNumber * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export const toDayNumber = (date: IsoDate): DayNumber => Date.parse(date) / dayMs;

export const lastDayNumber: DayNumber = dayNumberOf(9999, 12, 31);
const firstDayNumber: DayNumber = dayNumberOf(1, 1, 1);

/** Throws a RangeError outside the years 0001 to 9999. */
export function fromDayNumber(dayNumber: DayNumber): IsoDate {
  if (dayNumber < firstDayNumber || dayNumber > lastDayNumber)
    throw new RangeError(`no day has the number ${dayNumber}`);
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10) as IsoDate;
}

/** 1 for Monday to 7 for Sunday (ISO 8601). */
export function dayOfWeek(dayNumber: DayNumber): number {
  // Day 0 is a Thursday, three days after a Monday.
  const daysSinceMonday = (dayNumber + 3) % 7;
  return (daysSinceMonday < 0 ? daysSinceMonday + 7 : daysSinceMonday) + 1;
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return fromDayNumber(toDayNumber(date) + days);
}

/** If the month is shorter than `day`, returns its last day. `monthCount` is the number of months since January of year 0. */
export function dayInMonth(monthCount: number, day: number): DayNumber {
  const year = Math.floor(monthCount / 12);
  const month = monthCount - year * 12 + 1;
  return Math.min(dayNumberOf(year, month, day), dayNumberOf(year, month + 1, 0));
}

export const instantText = (milliseconds: number): string => new Date(milliseconds).toISOString();
