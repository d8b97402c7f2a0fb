import { z } from 'zod';
import { executionsFromDue, firstDue, type UpcomingExecution } from '../../../domain/bank/executions.ts';
import type { PlanFields } from '../../../domain/payments/instruction.ts';
import { planOf } from '../../../domain/payments/plan.ts';
import { awaitsApproval, isFinal } from '../../../domain/payments/status.ts';
import { upcomingExecutions } from '../../../domain/schedule/periodic.ts';
import { type BankHoliday, bankHolidays } from '../../../domain/values/bank-days.ts';
import { getViewer } from '../../../operations/get-viewer.ts';
import { instructionRead } from '../../documents/reads.ts';
import { builder } from '../builder.ts';
import { lengthArgument, listCost } from '../lists.ts';
import { paymentObjectOf } from './payments/payment.ts';

const holidaysPerYear = 15;
const yearText = 'must be 1900 to 2999';

const holiday = builder.objectRef<BankHoliday>('BankHoliday').implement({
  description: 'A public holiday on which Norwegian banks are closed. It may fall on a weekend.',
  fields: (t) => ({
    date: t.expose('date', { type: 'LocalDate', description: 'The day.' }),
    name: t.exposeString('nameEn', { description: 'Its name in English.' }),
    norwegianName: t.exposeString('name', { description: 'Its name in Norwegian.' }),
  }),
});
builder.queryField('bankHolidays', (t) =>
  t.field({
    type: [holiday],
    // A constant. Before Pothos calls a function such as that of `listCost`, it reads all arguments of the field. This would fail here,
    // because cost.ts has removed the required `year` from the document.
    complexity: { multiplier: holidaysPerYear },
    description:
      'Norwegian bank holidays of a year. 24 and 31 December are bank days. Two holidays may fall on one day.',
    args: {
      year: t.arg.int({
        required: true,
        validate: z.int().min(1900, yearText).max(2999, yearText),
        description: 'The year, 1900 to 2999.',
      }),
    },
    resolve: (_, { year }) => bankHolidays(year),
  }),
);

const executionCount = { atMost: 100, byDefault: 10 };

const execution = builder.objectRef<UpcomingExecution>('PlannedExecution').implement({
  description: 'A date on which a periodic payment is made.',
  fields: (t) => ({
    date: t.expose('date', { type: 'LocalDate', description: 'The day of the execution.' }),
    nominalDate: t.expose('nominalDate', {
      type: 'LocalDate',
      description: 'Day of the plan, before it moves to a bank day.',
    }),
    moved: t.boolean({
      description: 'Whether date and nominalDate differ.',
      resolve: ({ date, nominalDate }) => date !== nominalDate,
    }),
    reason: t.string({
      nullable: true,
      description:
        'Why the date moved: "weekend" or the name of the bank holiday. The date also moves if the bank day that executionRule selects is before startDate, or has no batch run left. Several reasons are separated by "; ". null if the date did not move.',
      resolve: reasonOf,
    }),
  }),
});
builder.objectFields(paymentObjectOf('PeriodicPayment'), (t) => ({
  upcomingExecutions: t.field({
    type: [execution],
    complexity: listCost(executionCount.atMost),
    extensions: instructionRead('PeriodicPayment.upcomingExecutions'),
    description:
      'Next execution dates, without those that are over. Before the approval: the dates if the PSU approved now. Empty when the payment has ended.',
    args: { first: lengthArgument(t, 'Maximum number of dates', executionCount) },
    resolve: async ({ instruction, paymentId, status }, { first }, { call }) => {
      if (isFinal(status)) return [];
      const { now, today } = await call.read(getViewer, undefined);
      const planFields = instruction ?? (await call.loaders.instructionWithoutEntries.load(paymentId));
      const plan = planOf(planFields as PlanFields);
      const count = first ?? executionCount.byDefault;
      if (awaitsApproval(status)) return [...executionsFromDue(plan, firstDue(plan, now), count)];
      const due = await call.loaders.dueExecution.load(paymentId);
      if (due !== null) return [...executionsFromDue(plan, due, count)];
      // A remote bank carries out the plan, but does not say on which dates. So these are the dates of the plan.
      return upcomingExecutions(plan, { from: today, count }).map((execution) => ({
        ...execution,
        isLate: false,
      }));
    },
  }),
}));

function reasonOf({ reason, movedForwardByStart, isLate }: UpcomingExecution): string | null {
  const reasons = reason === null ? [] : [reason];
  if (movedForwardByStart) reasons.push('moved to a later day, because the earlier one is before startDate');
  if (isLate) reasons.push('moved to a later day, because no run was left on the earlier one');
  return reasons.length > 0 ? reasons.join('; ') : null;
}
