/**
 * The days of a standing order before weekends and holidays move them. Each day is counted from the start, so that a
 * short month does not shift later days.
 */
import { type DayNumber, dayInMonth, lastDayNumber, partsOf, toDayNumber } from '../values/iso-date.ts';
import type { Frequency, PeriodicPlan } from './plan.ts';

type DayStep = { readonly days: number } | { readonly months: number };

const steps: Readonly<Record<Frequency, DayStep>> = {
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

/** Days from the first to the last day of the plan, both included. Skips days before `notBefore`. */
export function* nominalDays(plan: PeriodicPlan, notBefore: DayNumber): Generator<DayNumber> {
  const start = toDayNumber(plan.startDate);
  const end = plan.endDate === undefined ? lastDayNumber : toDayNumber(plan.endDate);
  const step = steps[plan.frequency];
  const days =
    'days' in step ? everyDays(start, step.days, notBefore) : everyMonths(plan, step.months, notBefore);
  for (const day of days) {
    if (day > end) return;
    if (day >= start && day >= notBefore) yield day;
  }
}

function* everyDays(start: DayNumber, days: number, notBefore: DayNumber): Generator<DayNumber> {
  const skipped = Math.max(0, Math.floor((notBefore - start) / days));
  for (let count = skipped; ; count += 1) yield start + count * days;
}

/** Counts from the month of `startDate`, whatever `dayOfExecution` is. */
function* everyMonths(plan: PeriodicPlan, months: number, notBefore: DayNumber): Generator<DayNumber> {
  const { year, month, day: startDay } = partsOf(plan.startDate);
  const firstMonth = year * 12 + month - 1;
  const day = plan.dayOfExecution ?? startDay;
  // Must not skip a needed month, so it rounds down twice: each month counts as 31 days, and one month is subtracted, because
  // `dayOfExecution` may be later in the month than the day of `startDate`.
  const wholeMonths = Math.floor((notBefore - toDayNumber(plan.startDate)) / daysInMonthAtMost) - 1;
  const skipped = Math.max(0, Math.floor(wholeMonths / months));
  for (let count = skipped; ; count += 1) {
    const monthCount = firstMonth + count * months;
    const nominal = dayInMonth(monthCount, day);
    // A day after the year 9999 is always yielded: it ends the loop of the caller, even if the plan has no month to run in.
    if (runsInMonth(plan, (monthCount % 12) + 1) || nominal > lastDayNumber) yield nominal;
  }
}

const daysInMonthAtMost = 31;

function runsInMonth({ frequency, monthsOfExecution }: PeriodicPlan, month: number): boolean {
  return frequency !== 'MonthlyVariable' || (monthsOfExecution ?? []).includes(month);
}
