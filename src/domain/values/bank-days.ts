/**
 * Norwegian bank days: every day but Saturdays, Sundays and the twelve public holidays.
 * 24 and 31 December are bank days. The present law is applied to every year.
 * Start at `bankHolidays`.
 */
import {
  type DayNumber,
  dayNumberOf,
  dayOfWeek,
  fromDayNumber,
  type IsoDate,
  partsOfDayNumber,
  toDayNumber,
} from './iso-date.ts';

/** A public holiday: its day and its name in Norwegian and in English. */
export interface BankHoliday {
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

interface HolidayYear {
  readonly list: readonly BankHoliday[];
  readonly byDay: ReadonlyMap<DayNumber, BankHoliday>;
}

const yearsKeptAtMost = 256;
const yearsKept = new Map<number, HolidayYear>();

/** The twelve holidays of a year in the order of their days; two may share a day, as in 2027 on 17 May. */
export function bankHolidays(year: number): readonly BankHoliday[] {
  return holidayYear(year).list;
}

function holidayYear(year: number): HolidayYear {
  const cachedYear = yearsKept.get(year);
  if (cachedYear) return cachedYear;
  if (yearsKept.size >= yearsKeptAtMost) yearsKept.clear();
  const computedYear = makeHolidayYear(year);
  yearsKept.set(year, computedYear);
  return computedYear;
}

function makeHolidayYear(year: number): HolidayYear {
  const easter = easterSunday(year);
  const days: readonly (readonly [DayNumber, Names])[] = [
    ...fixedHolidays.map(([month, day, names]) => [dayNumberOf(year, month, day), names] as const),
    ...easterHolidays.map(([after, names]) => [easter + after, names] as const),
  ].sort(([one], [other]) => one - other);
  const rows = days.map(([day, [name, nameEn]]) => ({
    day,
    holiday: { date: fromDayNumber(day), name, nameEn },
  }));
  const byDay = new Map<DayNumber, BankHoliday>();
  for (const { day, holiday } of rows) if (!byDay.has(day)) byDay.set(day, holiday);
  return { list: rows.map(({ holiday }) => holiday), byDay };
}

/** Easter Sunday by the Gregorian rule: the Sunday after the church's full moon on or after 21 March. */
function easterSunday(year: number): DayNumber {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const skippedLeapDays = century - Math.floor(century / 4);
  const moonShift = Math.floor((8 * century + 13) / 25);
  const moonAge = (19 * golden + skippedLeapDays - moonShift + 15) % 30;
  const shortened = moonAge === 29 || (moonAge === 28 && golden > 10) ? moonAge - 1 : moonAge;
  const fullMoon = dayNumberOf(year, 3, 21) + shortened;
  return fullMoon + 7 - (dayOfWeek(fullMoon) % 7);
}

/** The holiday that a day is, whether or not it falls on a weekend; null when it is none. */
export function bankHolidayOn(day: DayNumber): BankHoliday | null {
  const { year } = partsOfDayNumber(day);
  return year < 1 ? null : (holidayYear(year).byDay.get(day) ?? null);
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: DayNumber): boolean {
  return dayOfWeek(day) > 5;
}

/** Whether banks settle on a day: no weekend and no holiday. */
export function isBankDayNumber(day: DayNumber): boolean {
  return !isWeekend(day) && bankHolidayOn(day) === null;
}

/** The day itself when it is a bank day, else the nearest one in the direction: 1 later, -1 earlier. */
export function nearestBankDay(day: DayNumber, direction: 1 | -1): DayNumber {
  let bankDay = day;
  while (!isBankDayNumber(bankDay)) bankDay += direction;
  return bankDay;
}

/** Whether banks settle on `date`. */
export function isBankDay(date: IsoDate): boolean {
  return isBankDayNumber(toDayNumber(date));
}
