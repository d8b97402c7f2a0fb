/** Norwegian bank days. Today's rules apply to every year. 24 and 31 December are bank days. */
import {
  type DayNumber,
  dayNumberOf,
  dayOfWeek,
  fromDayNumber,
  type IsoDate,
  yearMonthDayOf,
} from './iso-date.ts';

export interface BankHoliday {
  readonly day: DayNumber;
  readonly date: IsoDate;
  readonly name: string;
  readonly nameEn: string;
}

type Names = readonly [name: string, nameEn: string];

const fixedHolidays: readonly (readonly [month: number, day: number, names: Names])[] = [
  [1, 1, ['Første nyttårsdag', "New Year's Day"]],
  [5, 1, ['Arbeidernes dag', 'Labour Day']],
  [5, 17, ['Grunnlovsdagen', 'Constitution Day']],
  [12, 25, ['Første juledag', 'Christmas Day']],
  [12, 26, ['Andre juledag', 'Second Day of Christmas']],
];

const easterHolidays: readonly (readonly [daysAfterEaster: number, names: Names])[] = [
  [-3, ['Skjærtorsdag', 'Maundy Thursday']],
  [-2, ['Langfredag', 'Good Friday']],
  [0, ['Første påskedag', 'Easter Sunday']],
  [1, ['Andre påskedag', 'Easter Monday']],
  [39, ['Kristi himmelfartsdag', 'Ascension Day']],
  [49, ['Første pinsedag', 'Whit Sunday']],
  [50, ['Andre pinsedag', 'Whit Monday']],
];

const cachedYearsAtMost = 256;
const cachedYears = new Map<number, readonly BankHoliday[]>();

/** Two bank holidays may fall on the same day, as on 17 May 2027. */
export function bankHolidays(year: number): readonly BankHoliday[] {
  const cachedYear = cachedYears.get(year);
  if (cachedYear) return cachedYear;
  const easter = easterSunday(year);
  const holidays = [
    ...fixedHolidays.map(([month, day, names]) => holidayOf(dayNumberOf(year, month, day), names)),
    ...easterHolidays.map(([daysAfterEaster, names]) => holidayOf(easter + daysAfterEaster, names)),
  ].sort((a, b) => a.day - b.day);
  if (cachedYears.size >= cachedYearsAtMost) cachedYears.clear();
  cachedYears.set(year, holidays);
  return holidays;
}

const holidayOf = (day: DayNumber, [name, nameEn]: Names): BankHoliday => ({
  day,
  date: fromDayNumber(day),
  name,
  nameEn,
});

/** The Sunday after the church's full moon on or after 21 March (Gregorian calendar). */
function easterSunday(year: number): DayNumber {
  const yearOfMoonCycle = year % 19;
  const century = Math.floor(year / 100);
  const skippedLeapDays = century - Math.floor(century / 4);
  const moonShift = Math.floor((8 * century + 13) / 25);
  const daysToMoon = (19 * yearOfMoonCycle + skippedLeapDays - moonShift + 15) % 30;
  const isOneDayEarlier = daysToMoon === 29 || (daysToMoon === 28 && yearOfMoonCycle > 10);
  const fullMoon = dayNumberOf(year, 3, 21) + (isOneDayEarlier ? daysToMoon - 1 : daysToMoon);
  return fullMoon + 7 - (dayOfWeek(fullMoon) % 7);
}

/** A day before the year 1 is never a bank holiday here. */
export function bankHolidayOn(day: DayNumber): BankHoliday | null {
  const { year } = yearMonthDayOf(day);
  return year < 1 ? null : (bankHolidays(year).find((holiday) => holiday.day === day) ?? null);
}

export function isWeekend(day: DayNumber): boolean {
  return dayOfWeek(day) > 5;
}

export function isBankDay(day: DayNumber): boolean {
  return !isWeekend(day) && bankHolidayOn(day) === null;
}

/** Returns `day` if it is a bank day, and otherwise the next (1) or previous (-1) bank day. */
export function bankDayFrom(day: DayNumber, direction: 1 | -1): DayNumber {
  let bankDay = day;
  while (!isBankDay(bankDay)) bankDay += direction;
  return bankDay;
}
