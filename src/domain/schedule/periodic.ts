/**
 * The executions of a periodic payment. Their nominal days follow from the plan alone.
 * An execution moves from a nominal day that is a weekend or holiday to a bank day.
 */
import { bankDayFrom, bankHolidayOn, isWeekend } from '../values/bank-days.ts';
import {
  type DayNumber,
  dayInMonth,
  fromDayNumber,
  type IsoDate,
  lastDayNumber,
  toDayNumber,
  yearMonthDayOf,
} from '../values/iso-date.ts';
import type { Frequency, PeriodicPlan } from './plan.ts';

export interface Execution {
  /** The day in the plan. No two executions of a plan have the same nominal day. */
  readonly nominalDate: IsoDate;
  readonly date: IsoDate;
  /** The English name of a bank holiday, or "weekend". null: the execution runs on its nominal day. */
  readonly reason: string | null;
  /**
   * true: the rule is `preceeding`, but the execution moves forward,
   * because the bank day before the nominal day is before the start of the plan.
   */
  readonly movedForwardByStart: boolean;
}

/** `count` is at least 1. */
export function upcomingExecutions(
  plan: PeriodicPlan,
  { from, count }: { readonly from: IsoDate; readonly count: number },
): readonly Execution[] {
  const executions: Execution[] = [];
  for (const execution of executionsFrom(plan, from)) {
    executions.push(execution);
    if (executions.length >= count) break;
  }
  return executions;
}

/** Executions that run on the day `from` or later, in the order in which they run. Their nominal days may be before `from`. */
export function* executionsFrom(plan: PeriodicPlan, from: IsoDate): Generator<Execution> {
  for (const execution of executionsByNominalDay(plan, toDayNumber(from) - movedDaysAtMost))
    if (execution.date >= from) yield execution;
}

/** The first execution after the nominal day `lastNominal`; with null, the first of the plan. */
export function nextExecution(plan: PeriodicPlan, lastNominal: IsoDate | null): Execution | null {
  const notBefore = lastNominal === null ? toDayNumber(plan.startDate) : toDayNumber(lastNominal) + 1;
  const next = executionsByNominalDay(plan, notBefore).next();
  return next.done ? null : next.value;
}

/** More days than an execution can move: at Easter, five days in a row are no bank days. */
const movedDaysAtMost = 14;

/** In the order of their nominal days, from `notBefore` on. */
export function* executionsByNominalDay(plan: PeriodicPlan, notBefore: DayNumber): Generator<Execution> {
  const start = toDayNumber(plan.startDate);
  const rule = plan.executionRule ?? 'following';
  for (const nominal of nominalDays(plan, notBefore)) {
    const reason = reasonToMove(nominal);
    const preceding = rule === 'preceeding' ? bankDayFrom(nominal, -1) : null;
    const movedForwardByStart = preceding !== null && preceding < start;
    const day = preceding !== null && !movedForwardByStart ? preceding : bankDayFrom(nominal, 1);
    if (day > lastDayNumber) return;
    yield { nominalDate: fromDayNumber(nominal), date: fromDayNumber(day), reason, movedForwardByStart };
  }
}

/** null: the day is a bank day. */
const reasonToMove = (day: DayNumber): string | null =>
  bankHolidayOn(day)?.nameEn ?? (isWeekend(day) ? 'weekend' : null);

type Interval = { readonly days: number } | { readonly months: number };

/** For MonthlyVariable the interval is one month, and `runsInMonth` leaves out months that are not in `monthsOfExecution`. */
const intervals: Readonly<Record<Frequency, Interval>> = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  EveryTwoWeeks: { days: 14 },
  Monthly: { months: 1 },
  EveryTwoMonths: { months: 2 },
  Quarterly: { months: 3 },
  SemiAnnual: { months: 6 },
  Annual: { months: 12 },
  MonthlyVariable: { months: 1 },
};

/** Each nominal day is computed from the start of the plan, so that a short month does not shift later days. */
function* nominalDays(plan: PeriodicPlan, notBefore: DayNumber): Generator<DayNumber> {
  const start = toDayNumber(plan.startDate);
  const end = plan.endDate === undefined ? lastDayNumber : toDayNumber(plan.endDate);
  const interval = intervals[plan.frequency];
  const days =
    'days' in interval
      ? everyDays(start, interval.days, notBefore)
      : everyMonths(plan, interval.months, notBefore);
  for (const day of days) {
    if (day > end) return;
    if (day >= start && day >= notBefore) yield day;
  }
}

function* everyDays(start: DayNumber, stepDays: number, notBefore: DayNumber): Generator<DayNumber> {
  const skippedCount = Math.max(0, Math.floor((notBefore - start) / stepDays));
  for (let count = skippedCount; ; count += 1) yield start + count * stepDays;
}

/**
 * Counts months from that of `startDate`, and skips those that are surely before `notBefore`. The day may be before `startDate` in the
 * first month: `nominalDays` leaves it out.
 */
function* everyMonths(plan: PeriodicPlan, stepMonths: number, notBefore: DayNumber): Generator<DayNumber> {
  const start = toDayNumber(plan.startDate);
  const { year, month, day: startDay } = yearMonthDayOf(start);
  // Months are counted from January of year 0.
  const firstMonthCount = year * 12 + month - 1;
  const day = plan.dayOfExecution ?? startDay;
  // No month is longer than 31 days, so at least this many months have passed.
  const passedMonths = Math.floor((notBefore - start) / daysInMonthAtMost);
  const skippedCount = Math.max(0, Math.floor(passedMonths / stepMonths));
  for (let count = skippedCount; ; count += 1) {
    const monthCount = firstMonthCount + count * stepMonths;
    const nominal = dayInMonth(monthCount, day);
    // Yields a day beyond the year 9999 in any month, because the caller ends the loop at such a day.
    if (runsInMonth(plan, (monthCount % 12) + 1) || nominal > lastDayNumber) yield nominal;
  }
}

const daysInMonthAtMost = 31;

function runsInMonth({ frequency, monthsOfExecution }: PeriodicPlan, month: number): boolean {
  return frequency !== 'MonthlyVariable' || (monthsOfExecution ?? []).includes(month);
}
