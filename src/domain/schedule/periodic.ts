/**
 * When a periodic payment runs: its nominal days, moved to bank days.
 * Every nominal day gives one execution, even where several fall on one bank day.
 * Pure and lazy; a plan without end is an endless sequence. Start at `executions`.
 */
import { bankHolidayOn, isWeekend, nearestBankDay } from '../values/bank-days.ts';
import {
  type DayNumber,
  fromDayNumber,
  type IsoDate,
  lastDayNumber,
  toDayNumber,
} from '../values/iso-date.ts';
import { nominalDays } from './nominal-days.ts';
import type { PeriodicPlan } from './plan.ts';

export type { Frequency, PeriodicPlan } from './plan.ts';

/** Why an execution is not on its nominal day. A holiday on a weekend counts as the holiday. */
export type MoveReason =
  | { readonly kind: 'WEEKEND' }
  | { readonly kind: 'BANK_HOLIDAY'; readonly name: string; readonly nameEn: string };

/** One run of a periodic payment. */
export interface Execution {
  /** The day that the plan names; no two executions of a plan share it. */
  readonly nominalDate: IsoDate;
  /** The bank day on which it runs. */
  readonly date: IsoDate;
  /** Null when it runs on its nominal day. */
  readonly reason: MoveReason | null;
  /** True when the rule is `preceeding` but the earlier bank day lies before the start of the plan. */
  readonly heldByStart: boolean;
}

/** Every execution of a plan in the order of its nominal days; `date` never goes back from one to the next. */
export function executions(plan: PeriodicPlan): Generator<Execution> {
  return executionsNamedFrom(plan, toDayNumber(plan.startDate));
}

/** The next `first` executions of a plan that run on `from` or later. */
export function upcoming(
  plan: PeriodicPlan,
  { from, first }: { readonly from: IsoDate; readonly first: number },
): readonly Execution[] {
  const nextExecutions: Execution[] = [];
  if (first < 1) return nextExecutions;
  for (const execution of executionsNamedFrom(plan, toDayNumber(from) - movedDaysAtMost)) {
    if (execution.date >= from) nextExecutions.push(execution);
    if (nextExecutions.length >= first) break;
  }
  return nextExecutions;
}

/** The execution after the one whose nominal day is `lastNominal`, or the first one of all; null when none is left. */
export function nextExecution(plan: PeriodicPlan, lastNominal: IsoDate | null): Execution | null {
  const from = lastNominal === null ? toDayNumber(plan.startDate) : toDayNumber(lastNominal) + 1;
  const next = executionsNamedFrom(plan, from).next();
  return next.done ? null : next.value;
}

/** More days than any run of weekends and holidays has; Easter's five are the most. */
const movedDaysAtMost = 14;

function* executionsNamedFrom(plan: PeriodicPlan, notBefore: DayNumber): Generator<Execution> {
  const start = toDayNumber(plan.startDate);
  const rule = plan.executionRule ?? 'following';
  for (const nominal of nominalDays(plan, notBefore)) {
    const reason = whyMoved(nominal);
    const earlier = rule === 'preceeding' ? nearestBankDay(nominal, -1) : null;
    const heldByStart = earlier !== null && earlier < start;
    const day = earlier === null || heldByStart ? nearestBankDay(nominal, 1) : earlier;
    if (day > lastDayNumber) return;
    yield { nominalDate: fromDayNumber(nominal), date: fromDayNumber(day), reason, heldByStart };
  }
}

function whyMoved(day: DayNumber): MoveReason | null {
  const holiday = bankHolidayOn(day);
  if (holiday) return { kind: 'BANK_HOLIDAY', name: holiday.name, nameEn: holiday.nameEn };
  return isWeekend(day) ? { kind: 'WEEKEND' } : null;
}
