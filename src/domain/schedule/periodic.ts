/**
 * The executions of a standing order. Every nominal day has one, even if several fall on one bank day. A plan without
 * an end gives an endless sequence.
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

/** A holiday on a weekend counts as the holiday. */
export type MoveReason =
  | { readonly kind: 'WEEKEND' }
  | { readonly kind: 'BANK_HOLIDAY'; readonly name: string; readonly nameEn: string };

export interface Execution {
  /** Two executions of a plan never have the same nominal day. */
  readonly nominalDate: IsoDate;
  /** The bank day on which it runs. */
  readonly date: IsoDate;
  /** null: it runs on its nominal day. */
  readonly reason: MoveReason | null;
  /** The rule is `preceeding`, but the earlier bank day is before the start of the plan. */
  readonly heldByStart: boolean;
}

/** `date` never decreases. */
export function executions(plan: PeriodicPlan): Generator<Execution> {
  return executionsNamedFrom(plan, toDayNumber(plan.startDate));
}

export function upcoming(
  plan: PeriodicPlan,
  { from, first }: { readonly from: IsoDate; readonly first: number },
): readonly Execution[] {
  const nextExecutions: Execution[] = [];
  if (first < 1) return nextExecutions;
  for (const execution of executionsFrom(plan, from)) {
    nextExecutions.push(execution);
    if (nextExecutions.length >= first) break;
  }
  return nextExecutions;
}

/** Executions on or after the day. */
export function* executionsFrom(plan: PeriodicPlan, from: IsoDate): Generator<Execution> {
  for (const execution of executionsNamedFrom(plan, toDayNumber(from) - movedDaysAtMost))
    if (execution.date >= from) yield execution;
}

/** `lastNominal` null asks for the first execution. null: there are no more. */
export function nextExecution(plan: PeriodicPlan, lastNominal: IsoDate | null): Execution | null {
  const from = lastNominal === null ? toDayNumber(plan.startDate) : toDayNumber(lastNominal) + 1;
  const next = executionsNamedFrom(plan, from).next();
  return next.done ? null : next.value;
}

/** Easter has the longest run of days without settlement: five. */
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
