/**
 * The time plan of a standing order: types and code sets only. Parsed bodies hold one; nominal-days.ts and
 * periodic.ts compute its days.
 */
import type { IsoDate } from '../values/iso-date.ts';

/** How often a periodic payment runs, spelled as the specification does. */
// biome-ignore format: a table, in the order of the specification
export const frequencies = [
  'Daily', 'Weekly', 'EveryTwoWeeks', 'Monthly', 'EveryTwoMonths',
  'Quarterly', 'SemiAnnual', 'Annual', 'MonthlyVariable',
] as const;
export type Frequency = (typeof frequencies)[number];

/** Where an execution goes that falls on a day without settlement; the second spelling is the interface's own. */
export const executionRules = ['following', 'preceeding'] as const;
export type ExecutionRule = (typeof executionRules)[number];

/** The part of a periodic payment that decides when it runs. All of it has been checked before. */
export interface PeriodicPlan {
  readonly startDate: IsoDate;
  /** The last day that can be nominal; without one the plan runs on. */
  readonly endDate?: IsoDate | undefined;
  readonly frequency: Frequency;
  /** `following` when absent. */
  readonly executionRule?: ExecutionRule | undefined;
  /** 1 to 31, instead of the day of `startDate`; ignored by frequencies counted in days. */
  readonly dayOfExecution?: number | undefined;
  /** 1 to 11, each once; read for MonthlyVariable alone. */
  readonly monthsOfExecution?: readonly number[] | undefined;
}
