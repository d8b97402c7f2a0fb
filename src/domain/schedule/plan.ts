import type { IsoDate } from '../values/iso-date.ts';

/** Spelt as in the specification. */
// biome-ignore format: a table, in the order of the specification
export const frequencies = [
  'Daily', 'Weekly', 'EveryTwoWeeks', 'Monthly', 'EveryTwoMonths',
  'Quarterly', 'SemiAnnual', 'Annual', 'MonthlyVariable',
] as const;
export type Frequency = (typeof frequencies)[number];

/** `preceeding` is spelt as in the specification. */
export const executionRules = ['following', 'preceeding'] as const;
export type ExecutionRule = (typeof executionRules)[number];

export interface PeriodicPlan {
  readonly startDate: IsoDate;
  /** The last possible nominal day. `executionRule` may move an execution past it. */
  readonly endDate?: IsoDate | undefined;
  readonly frequency: Frequency;
  /** `following` by default. */
  readonly executionRule?: ExecutionRule | undefined;
  /** 1 to 31, instead of the day of `startDate`. Daily, Weekly and EveryTwoWeeks ignore it. */
  readonly dayOfExecution?: number | undefined;
  /** Months from 1 to 11, each at most once; only for MonthlyVariable. The interface does not support December. */
  readonly monthsOfExecution?: readonly number[] | undefined;
}
