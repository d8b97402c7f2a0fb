/**
 * Computes when the executions of a standing order run. If no batch run is left on the day of an execution, the execution runs on
 * a later day. Instants are epoch milliseconds by the clock of the TPP.
 */
import { type Execution, executionsByNominalDay, upcomingExecutions } from '../schedule/periodic.ts';
import type { PeriodicPlan } from '../schedule/plan.ts';
import { type IsoDate, nextBatchRun, todayInOslo } from '../values/calendar.ts';
import { toDayNumber } from '../values/iso-date.ts';
import { firstRunOfDay } from './due.ts';

/** The next execution of a standing order, and the time of the batch run that carries it out. */
export interface DueExecution {
  readonly nominalDate: string;
  readonly dueAt: number;
}

export interface UpcomingExecution extends Execution {
  /** Whether the execution runs later than the bank day in the plan. `date` is the day on which it runs. */
  readonly isLate: boolean;
}

/** The time of the first run on the day of the execution. If that run is over, the time of the next run after `now`. */
export function dueTimeOf({ date }: Execution, now: number): number {
  const firstRunAt = firstRunOfDay(date);
  return firstRunAt > now ? firstRunAt : nextBatchRun(now).at;
}

/** The first execution of a plan that is approved at `now`; null: the plan has none on this day or later. */
export function firstDue(plan: PeriodicPlan, now: number): (Execution & DueExecution) | null {
  const [first] = upcomingExecutions(plan, { from: todayInOslo(now), count: 1 });
  return first ? { ...first, dueAt: dueTimeOf(first, now) } : null;
}

/**
 * At most `count` executions, beginning with `next`. No execution runs before the previous one: if the previous one is so late that
 * it runs after the planned bank day of the next one, both run on the same day.
 */
export function executionsFromDue(
  plan: PeriodicPlan,
  next: DueExecution | null,
  count: number,
): readonly UpcomingExecution[] {
  const executions: UpcomingExecution[] = [];
  if (next === null) return executions;
  let earliest = todayInOslo(next.dueAt);
  for (const execution of executionsByNominalDay(plan, toDayNumber(next.nominalDate as IsoDate))) {
    const isLate = execution.date < earliest;
    if (!isLate) earliest = execution.date;
    executions.push({ ...execution, date: earliest, isLate });
    if (executions.length >= count) break;
  }
  return executions;
}
