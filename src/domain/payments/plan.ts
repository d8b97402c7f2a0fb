import type { PeriodicPlan } from '../schedule/plan.ts';
import { type IsoDate, parseIsoDate } from '../values/iso-date.ts';
import type { PlanFields } from './instruction.ts';

/** Only for an instruction that has passed the schema of a periodic product. */
export function planOf(instruction: PlanFields): PeriodicPlan {
  const { frequency, executionRule, dayOfExecution, monthsOfExecution } = instruction;
  const [startDate, endDate] = [dateOf(instruction.startDate), dateOf(instruction.endDate)];
  if (startDate === undefined || frequency === undefined) throw new Error('the payment has no plan');
  return {
    startDate,
    endDate,
    frequency,
    executionRule,
    dayOfExecution: dayOfExecution === undefined ? undefined : Number(dayOfExecution),
    monthsOfExecution,
  };
}

const dateOf = (text: string | undefined): IsoDate | undefined =>
  text === undefined ? undefined : (parseIsoDate(text) ?? undefined);
