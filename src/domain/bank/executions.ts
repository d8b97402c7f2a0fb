/** When the executions of a standing order run. Instants are epoch milliseconds by the clock of the TPP. */
import { type Execution, executionsByNominalDay, upcomingExecutions } from '../schedule/periodic.ts';
import type { PeriodicPlan } from '../schedule/plan.ts';
import { type IsoDate, toDayNumber } from '../values/iso-date.ts';
import { nextBatchRun, todayInOslo } from '../values/oslo-time.ts';
import { timeOfFirstRunOn } from './due.ts';

/** `dueAt` is the time of the batch run. */
export interface DueExecution {
  readonly nominalDate: string;
  readonly dueAt: number;
}

export interface UpcomingExecution extends Execution {
  /** Whether `date` is later than the bank day in the plan. */
  readonly isLate: boolean;
}

/** The time of the first run on the day of the execution; if that run is over, the time of the next run after `now`. */
export function dueTimeOf({ date }: Execution, now: number): number {
  const firstRunAt = timeOfFirstRunOn(date);
  return firstRunAt > now ? firstRunAt : nextBatchRun(now).at;
}

/** The first execution of a plan that is approved at `now`. */
export function firstDue(plan: PeriodicPlan, now: number): (Execution & DueExecution) | null {
  const [first] = upcomingExecutions(plan, { from: todayInOslo(now), count: 1 });
  return first ? { ...first, dueAt: dueTimeOf(first, now) } : null;
}

/**
 * The execution `due` and those after it. `due` runs on the day of `dueAt`. Each of the others runs on its bank day in the plan, or on
 * the day of its predecessor if that day is later.
 */
export function executionsFromDue(
  plan: PeriodicPlan,
  due: DueExecution | null,
  count: number,
): readonly UpcomingExecution[] {
  const executions: UpcomingExecution[] = [];
  if (due === null) return executions;
  let earliest = todayInOslo(due.dueAt);
  for (const execution of executionsByNominalDay(plan, toDayNumber(due.nominalDate as IsoDate))) {
    const isLate = execution.date < earliest;
    if (!isLate) earliest = execution.date;
    executions.push({ ...execution, date: earliest, isLate });
    if (executions.length >= count) break;
  }
  return executions;
}

/** The status change of the payment when the last execution is over, or is left out. */
export const lastMoveOfPlan = (executedCount: number) =>
  executedCount > 0
    ? ({ to: 'ACSC', reason: 'the last execution is over' } as const)
    : ({ to: 'RJCT', reason: 'no execution could be carried out' } as const);
