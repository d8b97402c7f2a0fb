/** The plan of a periodic payment, read out of its instruction (specification 4.4). */
import type { PeriodicPlan } from '../schedule/periodic.ts';
import type { Instruction } from './instruction.ts';

interface PlanFields {
  readonly startDate: PeriodicPlan['startDate'];
  readonly endDate?: PeriodicPlan['startDate'];
  readonly frequency: PeriodicPlan['frequency'];
  readonly executionRule?: PeriodicPlan['executionRule'];
  readonly dayOfExecution?: string;
  readonly monthsOfExecution?: readonly number[];
}

/** The instruction has passed the schema of its product, so its fields are what they claim to be. */
export function planOf(instruction: Instruction): PeriodicPlan {
  const { startDate, endDate, frequency, executionRule, dayOfExecution, monthsOfExecution } =
    instruction as unknown as PlanFields;
  return {
    startDate,
    frequency,
    ...(endDate === undefined ? {} : { endDate }),
    ...(executionRule === undefined ? {} : { executionRule }),
    ...(dayOfExecution === undefined ? {} : { dayOfExecution: Number(dayOfExecution) }),
    ...(monthsOfExecution === undefined ? {} : { monthsOfExecution: [...monthsOfExecution] }),
  };
}
