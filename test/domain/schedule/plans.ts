/** Random plans: every frequency, rule and bound, with many starts at month ends and holidays. */
import fc from 'fast-check';
import { type Execution, executionsFrom } from '../../../src/domain/schedule/periodic.ts';
import { executionRules, frequencies, type PeriodicPlan } from '../../../src/domain/schedule/plan.ts';
import { addDays, type IsoDate, parseIsoDate } from '../../../src/domain/values/iso-date.ts';

export function date(text: string): IsoDate {
  const parsed = parseIsoDate(text);
  if (parsed === null) throw new Error(`${text} is not a date`);
  return parsed;
}

export const executions = (plan: PeriodicPlan): Generator<Execution> => executionsFrom(plan, plan.startDate);

const anyStart = fc.nat({ max: 20 * 365 }).map((days) => addDays(date('2024-01-01'), days));
const trickyStart = fc
  .tuple(
    fc.integer({ min: 2024, max: 2043 }),
    fc.constantFrom(
      '01-01',
      '01-29',
      '01-30',
      '01-31',
      '02-28',
      '03-30',
      '03-31',
      '04-01',
      '05-01',
      '05-16',
      '05-17',
      '08-31',
      '12-24',
      '12-25',
      '12-26',
      '12-31',
    ),
  )
  .map(([year, day]) => date(`${year}-${day}`));

/** Lengths in days: mostly short, some of a dozen years. */
const length = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 120 }) },
  { weight: 3, arbitrary: fc.nat({ max: 800 }) },
  { weight: 1, arbitrary: fc.nat({ max: 12 * 366 }) },
);

export interface PlannedUntil {
  readonly plan: PeriodicPlan;
  /** The last compared day; the plan itself may run on. */
  readonly until: IsoDate;
}

export const planUntil: fc.Arbitrary<PlannedUntil> = fc
  .record({
    startDate: fc.oneof(anyStart, trickyStart),
    days: length,
    endless: fc.boolean(),
    frequency: fc.constantFrom(...frequencies),
    executionRule: fc.option(fc.constantFrom(...executionRules), { nil: undefined }),
    dayOfExecution: fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
    months: fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 11 }),
  })
  .map(({ days, endless, months, ...rest }) => {
    const until = addDays(rest.startDate, days);
    const monthsOfExecution = rest.frequency === 'MonthlyVariable' ? months : undefined;
    return { plan: { ...rest, monthsOfExecution, endDate: endless ? undefined : until }, until };
  });
