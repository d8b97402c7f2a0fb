/** 250 random plans in a normal run, 25,000 with NIGHTLY=1, replayed by SEED. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextExecution, upcomingExecutions } from '../../../src/domain/schedule/periodic.ts';
import { isBankDay } from '../../../src/domain/values/bank-days.ts';
import { addDays, toDayNumber } from '../../../src/domain/values/iso-date.ts';
import { nightly, rounds } from '../../support/nightly.ts';
import { expectedExecutions } from './oracle.ts';
import { executions, type PlannedUntil, planUntil } from './plans.ts';

const numRuns = rounds(250, 25_000);
const seed = Number(process.env.SEED ?? (nightly ? Date.now() % 2 ** 31 : 20_260_101));

function computed({ plan, until }: PlannedUntil): { nominalDate: string; date: string }[] {
  const found = [];
  for (const { nominalDate, date } of executions(plan)) {
    if (nominalDate > until) break;
    found.push({ nominalDate, date });
  }
  return found;
}

function sameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

describe('periodic executions', () => {
  it(`agree with a day-by-day walk of the calendar on ${numRuns} plans`, () => {
    let compared = 0;
    fc.assert(
      fc.property(planUntil, (planned) => {
        const expected = expectedExecutions(planned.plan, planned.until);
        const found = computed(planned);
        compared += expected.length;
        if (!sameText(found, expected)) expect(found).toEqual(expected);
      }),
      { numRuns, seed },
    );
    expect(compared).toBeGreaterThan(numRuns);
  }, 600_000);

  it('settle on bank days in order, say why they moved, and never run before the start', {
    timeout: 600_000,
  }, () => {
    fc.assert(
      fc.property(planUntil, ({ plan, until }) => {
        let last = '';
        for (const { nominalDate, date, reason, movedForwardByStart } of executions(plan)) {
          if (nominalDate > until) break;
          const ordered = date >= last && date >= plan.startDate && isBankDay(toDayNumber(date));
          const explained = (reason === null) === (date === nominalDate);
          const held = movedForwardByStart === (plan.executionRule === 'preceeding' && date > nominalDate);
          if (!ordered || !explained || !held) return false;
          last = date;
        }
        return true;
      }),
      { numRuns, seed },
    );
  });

  it('are the same from any day as from the start', () => {
    fc.assert(
      fc.property(
        planUntil,
        fc.nat({ max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        ({ plan, until }, early, first, skip) => {
          const all = [...executions({ ...plan, endDate: until })];
          const from = addDays(
            plan.startDate,
            (skip % (toDayNumber(until) - toDayNumber(plan.startDate) + 40)) - early,
          );
          const wanted = all.filter((execution) => execution.date >= from).slice(0, first);
          return sameText(upcomingExecutions({ ...plan, endDate: until }, { from, count: first }), wanted);
        },
      ),
      { numRuns, seed },
    );
  });

  it('follow one another in the order of their nominal days', () => {
    fc.assert(
      fc.property(planUntil, fc.nat(), ({ plan, until }, skip) => {
        const bounded = { ...plan, endDate: until };
        const all = [...executions(bounded)];
        const place = skip % (all.length + 1);
        const before = place === 0 ? null : (all[place - 1]?.nominalDate ?? null);
        return sameText(nextExecution(bounded, before), all[place] ?? null);
      }),
      { numRuns, seed },
    );
  });
});
