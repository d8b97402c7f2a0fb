/**
 * Nominal days: the days a standing order names before weekends and holidays are looked at.
 * Each is counted from the start and never from the one before it, so a short month causes no drift.
 * Works in day numbers throughout. Start at `nominalDays`.
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

/** The nominal days from `startDate` to `endDate`, both included, that are not before `notBefore`. */
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

/** Months are counted from the month of `startDate`, whatever `dayOfExecution` says. */
function* everyMonths(plan: PeriodicPlan, months: number, notBefore: DayNumber): Generator<DayNumber> {
  const { year, month, day: startDay } = partsOf(plan.startDate);
  const firstMonth = year * 12 + month - 1;
  const day = plan.dayOfExecution ?? startDay;
  const wholeMonths = Math.floor((notBefore - toDayNumber(plan.startDate)) / daysInMonthAtMost) - 1;
  const skipped = Math.max(0, Math.floor(wholeMonths / months));
  for (let count = skipped; ; count += 1) {
    const monthCount = firstMonth + count * months;
    const nominal = dayInMonth(monthCount, day);
    if (runsInMonth(plan, (monthCount % 12) + 1) || nominal > lastDayNumber) yield nominal;
  }
}

const daysInMonthAtMost = 31;

/** A MonthlyVariable plan runs in the months it lists, the others in every month of their step. */
function runsInMonth({ frequency, monthsOfExecution }: PeriodicPlan, month: number): boolean {
  return frequency !== 'MonthlyVariable' || (monthsOfExecution ?? []).includes(month);
}
