/**
 * The executions of a standing order. Every nominal day has one, even if several fall on one bank day. A plan without
 * an end gives an endless sequence.
 */
import { bankDayFrom, bankHolidayOn, isWeekend } from '../values/bank-days.ts';
import {
  type DayNumber,
  fromDayNumber,
  type IsoDate,
  lastDayNumber,
  toDayNumber,
} from '../values/iso-date.ts';
import { nominalDays } from './nominal-days.ts';
import type { PeriodicPlan } from './plan.ts';

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
  /** The rule is `preceeding`, but the earlier bank day is before the start of the plan, so the execution moves to the later one. */
  readonly heldByStart: boolean;
}

/** The first `count` executions on or after the day `from`. */
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

/** Executions on or after the day, in the order of their dates. */
export function* executionsFrom(plan: PeriodicPlan, from: IsoDate): Generator<Execution> {
  for (const execution of executionsByNominalDay(plan, toDayNumber(from) - movedDaysAtMost))
    if (execution.date >= from) yield execution;
}

/** The execution after the nominal day `lastNominal`; null asks for the first one. Returns null if there are no more. */
export function nextExecution(plan: PeriodicPlan, lastNominal: IsoDate | null): Execution | null {
  const from = lastNominal === null ? toDayNumber(plan.startDate) : toDayNumber(lastNominal) + 1;
  const next = executionsByNominalDay(plan, from).next();
  return next.done ? null : next.value;
}

/** More than an execution can move: at Easter, five days in a row are no bank days. */
const movedDaysAtMost = 14;

/** Executions on or after the nominal day, in the order of their nominal days. */
export function* executionsByNominalDay(plan: PeriodicPlan, notBefore: DayNumber): Generator<Execution> {
  const start = toDayNumber(plan.startDate);
  const rule = plan.executionRule ?? 'following';
  for (const nominal of nominalDays(plan, notBefore)) {
    const reason = whyMoved(nominal);
    const preceding = rule === 'preceeding' ? bankDayFrom(nominal, -1) : null;
    const heldByStart = preceding !== null && preceding < start;
    const day = preceding === null || heldByStart ? bankDayFrom(nominal, 1) : preceding;
    if (day > lastDayNumber) return;
    yield { nominalDate: fromDayNumber(nominal), date: fromDayNumber(day), reason, heldByStart };
  }
}

function whyMoved(day: DayNumber): MoveReason | null {
  const holiday = bankHolidayOn(day);
  if (holiday) return { kind: 'BANK_HOLIDAY', name: holiday.name, nameEn: holiday.nameEn };
  return isWeekend(day) ? { kind: 'WEEKEND' } : null;
}
