/**
 * Calendar days as text, `YYYY-MM-DD`, and as day numbers: whole days since 1 January 1970.
 * Bodies, tables and answers use the text; walking a calendar uses the numbers.
 * The proleptic Gregorian calendar, years 0001 to 9999. Days have no time zone: see oslo-time.ts.
 */
import type { Branded } from './brand.ts';

/** A day that exists, written `YYYY-MM-DD`. Compares with `<` and `===` as dates do. */
export type IsoDate = Branded<string, 'IsoDate'>;

/** Whole days since 1970-01-01. */
export type DayNumber = number;

const shape = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const yearsAtMost = 9999;

/** The day that `text` names, or null when it is not written `YYYY-MM-DD` or no such day exists. */
export function parseIsoDate(text: string): IsoDate | null {
  const parts = shape.exec(text);
  if (parts === null) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const exists = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? (text as IsoDate) : null;
}

export interface YearMonthDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** The parts of a day. */
export function partsOf(date: IsoDate): YearMonthDay {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** How many days a month has. */
export function daysInMonth(year: number, month: number): number {
  return dayNumberOf(year, month + 1, 1) - dayNumberOf(year, month, 1);
}

const dayMs = 86_400_000;

/** The number of a day; month 13 is January of the year after. */
export function dayNumberOf(year: number, month: number, day: number): DayNumber {
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / dayMs;
}

/** The day that a number stands for; the inverse of `dayNumberOf`. */
export function partsOfDayNumber(number: DayNumber): YearMonthDay {
  const date = new Date(number * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The number of a day given as text. */
export function toDayNumber(date: IsoDate): DayNumber {
  const { year, month, day } = partsOf(date);
  return dayNumberOf(year, month, day);
}

/** The last day this calendar has: 9999-12-31. */
export const lastDayNumber: DayNumber = dayNumberOf(yearsAtMost, 12, 31);
const firstDayNumber: DayNumber = dayNumberOf(1, 1, 1);

/** The day of a number as text. Throws a RangeError outside the years 0001 to 9999. */
export function fromDayNumber(number: DayNumber): IsoDate {
  if (number < firstDayNumber || number > lastDayNumber)
    throw new RangeError(`no day has the number ${number}`);
  return new Date(number * dayMs).toISOString().slice(0, 10) as IsoDate;
}

/** The day of the week: 1 for Monday to 7 for Sunday (ISO 8601). */
export function dayOfWeek(number: DayNumber): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}

/** The day `days` later, or earlier when negative. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return fromDayNumber(toDayNumber(date) + days);
}

/** Day `day`, or the last one there is, of a month counted from January of year 0. */
export function dayInMonth(monthCount: number, day: number): DayNumber {
  const year = Math.floor(monthCount / 12);
  const month = monthCount - year * 12 + 1;
  return dayNumberOf(year, month, Math.min(day, daysInMonth(year, month)));
}

/** Epoch milliseconds, such as 1769851800000, as RFC 3339 writes them: 2026-01-31T09:30:00.000Z. */
export const instantText = (milliseconds: number): string => new Date(milliseconds).toISOString();
