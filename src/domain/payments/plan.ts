/** The plan of a periodic payment, read out of its instruction (specification 4.4). */
import type { PeriodicPlan } from '../schedule/periodic.ts';
import type { Instruction } from './instruction.ts';

interface PlanFields extends Omit<PeriodicPlan, 'dayOfExecution'> {
  readonly dayOfExecution?: string;
}

/** The instruction has passed the schema of its product, so its fields are what they claim to be. */
export function planOf(instruction: Instruction): PeriodicPlan {
  const { startDate, endDate, frequency, executionRule, dayOfExecution, monthsOfExecution } =
    instruction as unknown as PlanFields;
  return {
    startDate,
    endDate,
    frequency,
    executionRule,
    dayOfExecution: dayOfExecution === undefined ? undefined : Number(dayOfExecution),
    monthsOfExecution,
  };
}
