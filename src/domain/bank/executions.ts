/** When the executions of a standing order run. Instants are epoch milliseconds by the clock of the TPP. */
import { type Execution, executionsByNominalDay, upcomingExecutions } from '../schedule/periodic.ts';
import type { PeriodicPlan } from '../schedule/plan.ts';
import { type IsoDate, toDayNumber } from '../values/iso-date.ts';
import { nextBatchRun, todayInOslo } from '../values/oslo-time.ts';
import { firstRunOfDay } from './due.ts';

/** `dueAt` is the time of the batch run. */
export interface DueExecution {
  readonly nominalDate: string;
  readonly dueAt: number;
}

export interface UpcomingExecution extends Execution {
  /** Whether `date` is later than the bank day in the plan. */
  readonly isLate: boolean;
}

/** The first run on the day of the execution, or the next run after `now` if that run is over. */
export function dueTimeOf({ date }: Execution, now: number): number {
  const firstRunAt = firstRunOfDay(date);
  return firstRunAt > now ? firstRunAt : nextBatchRun(now).at;
}

/** For a plan that is approved at `now`. */
export function firstDue(plan: PeriodicPlan, now: number): (Execution & DueExecution) | null {
  const [first] = upcomingExecutions(plan, { from: todayInOslo(now), count: 1 });
  return first ? { ...first, dueAt: dueTimeOf(first, now) } : null;
}

/** No execution runs before the previous one, even if the previous one is later than planned. */
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
