/**
 * A second implementation of periodic payments: walks the calendar day by day and checks each against the plan. Days
 * come from Temporal, Easter from the church's table of full moons. It imports only types from the code under test.
 */
import { Temporal } from 'temporal-polyfill';
import type { PeriodicPlan } from '../../../src/domain/schedule/plan.ts';

interface CalendarDay {
  readonly text: string;
  readonly index: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly lastOfMonth: number;
  readonly weekday: number;
  readonly settles: boolean;
}

export interface Expected {
  readonly nominalDate: string;
  readonly date: string;
}

/** Paschal full moons by golden number, as printed for 1900 to 2199. */
const fullMoons =
  '04-14 04-03 03-23 04-11 03-31 04-18 04-08 03-28 04-16 04-05 03-25 04-13 04-02 03-22 04-10 03-30 04-17 04-07 03-27'.split(
    ' ',
  );

export function easterOf(year: number): Temporal.PlainDate {
  let day = Temporal.PlainDate.from(`${year}-${fullMoons[year % 19]}`);
  do day = day.add({ days: 1 });
  while (day.dayOfWeek !== 7);
  return day;
}

function holidaysOf(year: number): ReadonlySet<string> {
  const moving = [-3, -2, 0, 1, 39, 49, 50].map((days) => easterOf(year).add({ days }).toString());
  return new Set([
    ...moving,
    ...['01-01', '05-01', '05-17', '12-25', '12-26'].map((day) => `${year}-${day}`),
  ]);
}

const firstYear = 2024;
const lastYear = 2056;
const calendar: readonly CalendarDay[] = walkCalendar();
const places: ReadonlyMap<string, number> = new Map(calendar.map(({ text, index }) => [text, index]));

function walkCalendar(): readonly CalendarDay[] {
  const days: CalendarDay[] = [];
  let today = Temporal.PlainDate.from({ year: firstYear, month: 1, day: 1 });
  let holidays = holidaysOf(firstYear);
  while (today.year <= lastYear) {
    if (today.dayOfYear === 1) holidays = holidaysOf(today.year);
    days.push({
      text: today.toString(),
      index: days.length,
      year: today.year,
      month: today.month,
      day: today.day,
      lastOfMonth: today.daysInMonth,
      weekday: today.dayOfWeek,
      settles: today.dayOfWeek <= 5 && !holidays.has(today.toString()),
    });
    today = today.add({ days: 1 });
  }
  return days;
}

/** The expected executions up to `until`, which must lie a month before the oracle's calendar ends. */
export function expectedExecutions(plan: PeriodicPlan, until: string): readonly Expected[] {
  const start = dayAt(places.get(plan.startDate));
  const end = plan.endDate !== undefined && plan.endDate < until ? plan.endDate : until;
  const found: Expected[] = [];
  for (let index = start.index; index < calendar.length; index++) {
    const today = dayAt(index);
    if (today.text > end) break;
    if (names(plan, start, today))
      found.push({ nominalDate: today.text, date: settled(plan, start, today).text });
  }
  return found;
}

function dayAt(index: number | undefined): CalendarDay {
  const day = index === undefined ? undefined : calendar[index];
  if (day === undefined) throw new RangeError('outside the calendar of the oracle');
  return day;
}

/** Whether the plan names this day. */
function names(plan: PeriodicPlan, start: CalendarDay, today: CalendarDay): boolean {
  const sinceStart = today.index - start.index;
  const monthsSinceStart = (today.year - start.year) * 12 + today.month - start.month;
  const wanted = plan.dayOfExecution ?? start.day;
  const isTheDay = today.day === wanted || (wanted > today.lastOfMonth && today.day === today.lastOfMonth);
  switch (plan.frequency) {
    case 'Daily':
      return true;
    case 'Weekly':
      return today.weekday === start.weekday;
    case 'EveryTwoWeeks':
      return today.weekday === start.weekday && sinceStart % 14 === 0;
    case 'Monthly':
      return isTheDay;
    case 'EveryTwoMonths':
      return isTheDay && monthsSinceStart % 2 === 0;
    case 'Quarterly':
      return isTheDay && monthsSinceStart % 3 === 0;
    case 'SemiAnnual':
      return isTheDay && monthsSinceStart % 6 === 0;
    case 'Annual':
      return isTheDay && today.month === start.month;
    case 'MonthlyVariable':
      return isTheDay && plan.monthsOfExecution?.includes(today.month) === true;
  }
}

/** The bank day for a nominal day: in the direction of the rule, and forward when that leads before the start. */
function settled(plan: PeriodicPlan, start: CalendarDay, nominal: CalendarDay): CalendarDay {
  if (plan.executionRule === 'preceeding') {
    for (let index = nominal.index; index >= start.index; index--) {
      if (dayAt(index).settles) return dayAt(index);
    }
  }
  let index = nominal.index;
  while (!dayAt(index).settles) index++;
  return dayAt(index);
}
