import { describe, expect, it } from 'vitest';
import { type Execution, nextExecution, upcomingExecutions } from '../../../src/domain/schedule/periodic.ts';
import type { PeriodicPlan } from '../../../src/domain/schedule/plan.ts';
import { isBankDay } from '../../../src/domain/values/bank-days.ts';
import { toDayNumber } from '../../../src/domain/values/iso-date.ts';
import { cheapest } from '../../support/cost.ts';
import { date, executions } from './plans.ts';

function take(plan: PeriodicPlan, count: number): Execution[] {
  const found: Execution[] = [];
  for (const execution of executions(plan)) {
    found.push(execution);
    if (found.length === count) break;
  }
  return found;
}
const nominal = (plan: PeriodicPlan, count: number) =>
  take(plan, count).map((execution) => execution.nominalDate);
const days = (plan: PeriodicPlan, count: number) => take(plan, count).map((execution) => execution.date);

describe('nominal days', () => {
  it.each([
    ['Daily', '2026-02-27', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
    ['Weekly', '2026-02-27', ['2026-02-27', '2026-03-06', '2026-03-13', '2026-03-20']],
    ['EveryTwoWeeks', '2026-12-24', ['2026-12-24', '2027-01-07', '2027-01-21', '2027-02-04']],
    ['Monthly', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['EveryTwoMonths', '2027-12-31', ['2027-12-31', '2028-02-29', '2028-04-30', '2028-06-30']],
    ['Quarterly', '2026-05-31', ['2026-05-31', '2026-08-31', '2026-11-30', '2027-02-28']],
    ['SemiAnnual', '2026-08-31', ['2026-08-31', '2027-02-28', '2027-08-31', '2028-02-29']],
    ['Annual', '2024-02-29', ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
  ] as const)('%s from %s are counted from the start, without drift', (frequency, start, expected) => {
    expect(nominal({ frequency, startDate: date(start) }, expected.length)).toEqual(expected);
  });

  it('MonthlyVariable runs in its months only, for years', () => {
    const plan = {
      frequency: 'MonthlyVariable',
      startDate: date('2026-03-15'),
      monthsOfExecution: [11, 2],
    } as const;
    expect(nominal(plan, 4)).toEqual(['2026-11-15', '2027-02-15', '2027-11-15', '2028-02-15']);
  });

  it.each([
    [31, ['2026-01-31', '2026-02-28', '2026-03-31']],
    [30, ['2026-01-30', '2026-02-28', '2026-03-30']],
    [15, ['2026-01-15', '2026-02-15', '2026-03-15']],
    [14, ['2026-02-14', '2026-03-14', '2026-04-14']],
    [1, ['2026-02-01', '2026-03-01', '2026-04-01']],
  ] as const)(
    'dayOfExecution %i begins in the first month that has it on or after the start',
    (dayOfExecution, expected) => {
      expect(nominal({ frequency: 'Monthly', startDate: date('2026-01-15'), dayOfExecution }, 3)).toEqual(
        expected,
      );
    },
  );

  it('a skipped first day does not shift the months of the plan', () => {
    const plan = { frequency: 'Quarterly', startDate: date('2026-01-15'), dayOfExecution: 1 } as const;
    expect(nominal(plan, 3)).toEqual(['2026-04-01', '2026-07-01', '2026-10-01']);
  });

  it.each(['Daily', 'Weekly', 'EveryTwoWeeks'] as const)('%s does not use dayOfExecution', (frequency) => {
    const plan = { frequency, startDate: date('2026-01-15') };
    expect(nominal({ ...plan, dayOfExecution: 3 }, 20)).toEqual(nominal(plan, 20));
  });

  it('the last day counts and the day after does not', () => {
    const plan = { frequency: 'Weekly', startDate: date('2026-01-01') } as const;
    expect(nominal({ ...plan, endDate: date('2026-01-07') }, 9)).toHaveLength(1);
    expect(nominal({ ...plan, endDate: date('2026-01-08') }, 9)).toHaveLength(2);
    expect(nominal({ ...plan, endDate: date('2026-01-01') }, 9)).toHaveLength(1);
  });

  it('a plan without a matching month has no executions', () => {
    const plan = {
      frequency: 'MonthlyVariable',
      startDate: date('2026-03-15'),
      monthsOfExecution: [],
    } as const;
    expect(nominal(plan, 1)).toEqual([]);
    expect(nextExecution(plan, null)).toBeNull();
  });
});

describe('moving to a bank day', () => {
  const easter = { frequency: 'Annual', startDate: date('2026-03-15'), endDate: date('2027-03-14') } as const;
  const monthly = (day: string, executionRule?: 'following' | 'preceeding') =>
    take(
      { frequency: 'Monthly', startDate: date('2026-03-02'), dayOfExecution: Number(day), executionRule },
      4,
    );

  it('follows when no rule is given', () => {
    expect(monthly('4')[1]).toEqual({
      nominalDate: '2026-04-04',
      date: '2026-04-07',
      reason: 'weekend',
      movedForwardByStart: false,
    });
    expect(monthly('4')).toEqual(monthly('4', 'following'));
  });

  it('precedes over all of Easter', () => {
    expect(monthly('6', 'preceeding')[1]).toEqual({
      nominalDate: '2026-04-06',
      date: '2026-04-01',
      movedForwardByStart: false,
      reason: 'Easter Monday',
    });
  });

  it('names the holiday of a day that is a weekend too', () => {
    expect(take({ frequency: 'Daily', startDate: date('2026-05-17') }, 1)[0]?.reason).toBe(
      'Constitution Day',
    );
  });

  it('has no reason on a bank day, such as 24 and 31 December', () => {
    for (const day of ['2026-12-24', '2026-12-31']) {
      expect(take({ frequency: 'Daily', startDate: date(day) }, 1)[0]).toEqual({
        nominalDate: day,
        date: day,
        reason: null,
        movedForwardByStart: false,
      });
    }
  });

  it('may pass the end', () => {
    const plan = {
      frequency: 'Monthly',
      startDate: date('2026-04-03'),
      endDate: date('2026-05-03'),
    } as const;
    expect(days(plan, 9)).toEqual(['2026-04-07', '2026-05-04']);
  });

  it('never comes before the start, and says so when the start prevents it', () => {
    const plan = { frequency: 'Weekly', startDate: date('2026-01-03'), executionRule: 'preceeding' } as const;
    expect(take(plan, 2)).toEqual([
      { nominalDate: '2026-01-03', date: '2026-01-05', reason: 'weekend', movedForwardByStart: true },
      { nominalDate: '2026-01-10', date: '2026-01-09', reason: 'weekend', movedForwardByStart: false },
    ]);
    expect(days({ ...easter, executionRule: 'preceeding' }, 1)).toEqual(['2026-03-16']);
  });

  it('keeps one execution for all nominal days that fall on one bank day', () => {
    const plan = { frequency: 'Daily', startDate: date('2026-04-01'), endDate: date('2026-04-07') } as const;
    expect(days(plan, 9)).toEqual(['2026-04-01', ...Array(6).fill('2026-04-07')]);
    expect(days({ ...plan, executionRule: 'preceeding' }, 9)).toEqual([
      ...Array(6).fill('2026-04-01'),
      '2026-04-07',
    ]);
  });
});

describe('long plans', () => {
  it('an endless plan runs to the end of the calendar and stops there', () => {
    const all = [...executions({ frequency: 'Annual', startDate: date('2026-12-31') })];
    expect(all).toHaveLength(9999 - 2026 + 1);
    expect(all.at(-1)?.date).toBe('9999-12-31');
    expect(all.every((execution) => isBankDay(toDayNumber(execution.date)))).toBe(true);
  });

  it.each(['Daily', 'Monthly', 'MonthlyVariable'] as const)(
    'upcomingExecutions of %s thousands of years on does not walk through them',
    (frequency) => {
      const plan = { frequency, startDate: date('0001-01-01'), monthsOfExecution: [6] };
      const search = () => {
        for (let count = 0; count < 200; count++)
          upcomingExecutions(plan, { from: date('9000-06-02'), count: 1 });
      };
      expect(cheapest(search, 3_000)).toBeLessThan(3_000);
      expect(upcomingExecutions(plan, { from: date('9000-05-30'), count: 1 })[0]?.date).toMatch(
        /^9000-0[56]/,
      );
    },
  );

  it('upcomingExecutions lists what runs on or after the day, however early its nominal day', () => {
    const plan = { frequency: 'Daily', startDate: date('2026-04-01') } as const;
    expect(upcomingExecutions(plan, { from: date('2026-04-07'), count: 1 })[0]?.nominalDate).toBe(
      '2026-04-02',
    );
    expect(
      upcomingExecutions({ ...plan, endDate: date('2026-04-05') }, { from: date('2026-04-08'), count: 3 }),
    ).toEqual([]);
  });

  it('the first day of the calendar has no bank day before it', () => {
    const plan = { frequency: 'Daily', startDate: date('0001-01-01'), executionRule: 'preceeding' } as const;
    expect(nextExecution(plan, null)).toMatchObject({ date: '0001-01-02', movedForwardByStart: true });
  });

  it('nextExecution walks a plan one nominal day after the other', () => {
    const plan = {
      frequency: 'Monthly',
      startDate: date('2026-01-31'),
      endDate: date('2026-12-30'),
    } as const;
    const walked = [];
    for (let next = nextExecution(plan, null); next; next = nextExecution(plan, next.nominalDate))
      walked.push(next);
    expect(walked).toEqual([...executions(plan)]);
    expect(walked).toHaveLength(11);
  });
});
