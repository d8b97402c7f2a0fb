import { z } from 'zod';
import { list } from '../../fields/list.ts';
import { account, address, amount, code, faultAt, isoDate, purposeCode } from '../../fields/shared.ts';
import { nextExecution } from '../../schedule/periodic.ts';
import { executionRules, frequencies } from '../../schedule/plan.ts';
import { planOf } from '../plan.ts';
import type { BusinessRule, Product } from '../product.ts';
import * as part from './parts.ts';

export const frequency = code('Frequency', frequencies, 'How often the payment is made.');
export const executionRule = code(
  'ExecutionRule',
  executionRules,
  'How an execution moves from a weekend or a bank holiday to a bank day; `following` by default.',
);

const monthFault = 'must be a month from 1 to 11';
const decemberFault = `${monthFault}: the interface does not support December. To pay in December too, create another payment with the frequency Annual and a startDate in December`;
const month = z.int().min(1, monthFault).max(11, decemberFault);
const monthsOfExecution = list(month, 1, 11)
  .refine((months) => new Set(months).size === months.length, { error: 'must not contain a month twice' })
  .meta({
    description:
      'Months in which a MonthlyVariable payment runs: 1 to 11, each at most once. Required for MonthlyVariable, and not allowed for other frequencies. December is not supported: use an Annual payment that starts in December.',
    uniqueItems: true,
  });

const dayOfExecution = z
  .string()
  .regex(/^(0?[1-9]|[12]\d|3[01])$/, 'must be a day of the month, 1 to 31')
  .meta({
    description:
      'Day of the month, one or two digits. In a shorter month the payment runs on the last day. Daily, Weekly and EveryTwoWeeks ignore it.',
  });

const bodyFields = part.transferSchema({
  instructedAmount: amount,
  creditorName: part.creditorName,
  creditorAccount: account,
  creditorAddress: address.optional(),
  debtorAccount: account,
  ultimateDebtor: part.ultimateDebtor.optional(),
  remittanceInformationUnstructured: part.remittanceInformationUnstructured.optional(),
  purposeCode: purposeCode.optional(),
  startDate: isoDate.meta({ description: 'First day of the plan in Europe/Oslo, today or later.' }),
  executionRule: executionRule.optional(),
  endDate: isoDate.optional().meta({ description: 'Last day of the plan. Without it the plan has no end.' }),
  frequency,
  monthsOfExecution: monthsOfExecution.optional(),
  dayOfExecution: dayOfExecution.optional(),
});

const mustHaveExecution: BusinessRule = (instruction) => {
  const firstExecution = nextExecution(planOf(instruction), null);
  if (firstExecution !== null) return null;
  return {
    reason: 'EXECUTION_DATE_INVALID',
    path: instruction.endDate === undefined ? 'startDate' : 'endDate',
    text: 'the plan has no execution date: its frequency, months and day match no day from startDate to endDate',
  };
};

export const periodicDomestic: Product = {
  code: 'PERIODIC_NDCT',
  title: 'a periodic payment',
  service: 'periodic-payments',
  name: 'norwegian-domestic-credit-transfers',
  settlement: 'SCHEDULE',
  graphql: { type: 'PeriodicPayment', mutation: 'createPeriodicPayment' },
  description: 'A standing order: one transfer in Norway on each date of its plan.',
  body: bodyFields
    .refine(
      // This rule also runs on bodies with other faults. It accepts dates that are not valid, which have their own fault.
      ({ startDate, endDate = startDate }) =>
        [startDate, endDate].some((date) => !isoDate.safeParse(date).success) || endDate >= startDate,
      faultAt(['endDate'], 'must not be before startDate'),
    )
    .refine(
      (body) => body.frequency !== 'MonthlyVariable' || body.monthsOfExecution !== undefined,
      faultAt(['monthsOfExecution'], 'is required with the frequency MonthlyVariable'),
    )
    .refine(
      (body) => body.frequency === 'MonthlyVariable' || body.monthsOfExecution === undefined,
      faultAt(['monthsOfExecution'], 'is allowed only with the frequency MonthlyVariable'),
    ),
  example: {
    instructedAmount: { amount: '5000.00', currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    remittanceInformationUnstructured: 'Rent',
    startDate: '2030-01-15',
    frequency: 'Monthly',
    executionRule: 'following',
  },
  rules: [part.notInThePast('startDate'), mustHaveExecution],
  duplicates: 'NEVER_ALLOWED',
};
