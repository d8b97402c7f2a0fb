/**
 * The executions of a standing order. Its nominal days follow from the plan alone. Weekends and holidays then move executions to
 * bank days. Each nominal day has one execution, so several may run on one bank day. A plan without an end gives an endless
 * sequence.
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
  /** The day in the plan. No two executions have the same. */
  readonly nominalDate: IsoDate;
  /** The bank day on which it runs. */
  readonly date: IsoDate;
  /** The English name of the bank holiday, otherwise "weekend"; null: it runs on its nominal day. */
  readonly reason: string | null;
  /**
   * The rule is `preceeding`, but the earlier bank day is before the start of the plan, so the execution moves to the later one.
   */
  readonly heldByStart: boolean;
}

/** The first `count` executions that run on the day `from` or later. */
export function upcoming(
  plan: PeriodicPlan,
  { from, count }: { readonly from: IsoDate; readonly count: number },
): readonly Execution[] {
  const upcomingExecutions: Execution[] = [];
  if (count < 1) return upcomingExecutions;
  for (const execution of executionsFrom(plan, from)) {
    upcomingExecutions.push(execution);
    if (upcomingExecutions.length >= count) break;
  }
  return upcomingExecutions;
}

/** Executions that run on the day or later, in the order in which they run. */
export function* executionsFrom(plan: PeriodicPlan, from: IsoDate): Generator<Execution> {
  for (const execution of executionsByNominalDay(plan, toDayNumber(from) - movedDaysAtMost))
    if (execution.date >= from) yield execution;
}

/** The execution after the nominal day `lastNominal`, or the first one if it is null. Returns null after the last execution. */
export function nextExecution(plan: PeriodicPlan, lastNominal: IsoDate | null): Execution | null {
  const notBefore = lastNominal === null ? toDayNumber(plan.startDate) : toDayNumber(lastNominal) + 1;
  const next = executionsByNominalDay(plan, notBefore).next();
  return next.done ? null : next.value;
}

/** More than an execution can move: at Easter, five days in a row are no bank days. */
const movedDaysAtMost = 14;

/** Executions whose nominal day is `notBefore` or later, in the order of their nominal days. */
export function* executionsByNominalDay(plan: PeriodicPlan, notBefore: DayNumber): Generator<Execution> {
  const start = toDayNumber(plan.startDate);
  const rule = plan.executionRule ?? 'following';
  for (const nominal of nominalDays(plan, notBefore)) {
    const reason = reasonToMove(nominal);
    const preceding = rule === 'preceeding' ? bankDayFrom(nominal, -1) : null;
    const heldByStart = preceding !== null && preceding < start;
    const day = preceding === null || heldByStart ? bankDayFrom(nominal, 1) : preceding;
    if (day > lastDayNumber) return;
    yield { nominalDate: fromDayNumber(nominal), date: fromDayNumber(day), reason, heldByStart };
  }
}

/** null: the day is a bank day. */
const reasonToMove = (day: DayNumber): string | null =>
  bankHolidayOn(day)?.nameEn ?? (isWeekend(day) ? 'weekend' : null);

type DayStep = { readonly days: number } | { readonly months: number };

/** The distance of two nominal days. MonthlyVariable skips months. */
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

/**
 * Nominal days from the first to the last day of the plan, both included, without days before `notBefore`. Each is counted from
 * the start, so that a short month does not shift later days.
 */
function* nominalDays(plan: PeriodicPlan, notBefore: DayNumber): Generator<DayNumber> {
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

function* everyDays(start: DayNumber, interval: number, notBefore: DayNumber): Generator<DayNumber> {
  const skipped = Math.max(0, Math.floor((notBefore - start) / interval));
  for (let count = skipped; ; count += 1) yield start + count * interval;
}

/** The first month is that of `startDate`, even if `dayOfExecution` is before it. */
function* everyMonths(plan: PeriodicPlan, interval: number, notBefore: DayNumber): Generator<DayNumber> {
  const start = toDayNumber(plan.startDate);
  const { year, month, day: startDay } = yearMonthDayOf(start);
  const firstMonth = year * 12 + month - 1;
  const day = plan.dayOfExecution ?? startDay;
  // No month is longer than 31 days, so the month of `notBefore` is at least this many months after the first one.
  const passedMonths = Math.floor((notBefore - start) / daysInMonthAtMost);
  const skipped = Math.max(0, Math.floor(passedMonths / interval));
  for (let count = skipped; ; count += 1) {
    const monthCount = firstMonth + count * interval;
    const nominal = dayInMonth(monthCount, day);
    // A day after the year 9999 is always yielded: it ends the loop of the caller, even if the plan has no month to run in.
    if (runsInMonth(plan, (monthCount % 12) + 1) || nominal > lastDayNumber) yield nominal;
  }
}

const daysInMonthAtMost = 31;

function runsInMonth({ frequency, monthsOfExecution }: PeriodicPlan, month: number): boolean {
  return frequency !== 'MonthlyVariable' || (monthsOfExecution ?? []).includes(month);
}
