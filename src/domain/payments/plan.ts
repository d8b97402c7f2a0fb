import type { PeriodicPlan } from '../schedule/plan.ts';
import type { IsoDate } from '../values/iso-date.ts';
import type { PlanFields } from './instruction.ts';

/** Only for an instruction that has passed the schema of a periodic product. */
export function planOf(instruction: PlanFields): PeriodicPlan {
  const { startDate, endDate, frequency, executionRule, dayOfExecution, monthsOfExecution } = instruction;
  if (startDate === undefined || frequency === undefined) throw new Error('the payment has no plan');
  return {
    startDate: startDate as IsoDate,
    endDate: endDate as IsoDate | undefined,
    frequency,
    executionRule,
    dayOfExecution: dayOfExecution === undefined ? undefined : Number(dayOfExecution),
    monthsOfExecution,
  };
}
