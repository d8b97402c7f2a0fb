/** `paymentDays`: for each of the last days the number of payments by status, and the settled amounts. */

import { paymentStatuses } from '../../../../domain/payments/status.ts';
import { currencyCodes } from '../../../../domain/values/currencies.ts';
import { getPaymentDays, type PaymentDay } from '../../../../operations/payments/get-payment-days.ts';
import { listCost } from '../../costs.ts';
import { numberUpTo } from '../../list-parts.ts';
import type { SchemaParts } from '../../parts.ts';
import { formatAmount } from '../common.ts';

const daysAtMost = 31;

export function paymentDaysQuery({ builder, common }: SchemaParts): void {
  const count = builder.objectRef<PaymentDay['statuses'][number]>('StatusCount').implement({
    description: 'Number of payments with a status.',
    fields: (t) => ({
      transactionStatus: t.expose('status', { type: common.paymentStatus, description: 'The status.' }),
      count: t.exposeInt('count', { description: 'Number of payments.' }),
    }),
  });
  const day = builder.objectRef<PaymentDay>('PaymentDay').implement({
    description: 'Payments created on a day in Oslo, by their present status.',
    fields: (t) => ({
      date: t.expose('date', { type: 'LocalDate', description: 'The day.' }),
      statuses: t.expose('statuses', {
        type: [count],
        complexity: listCost(4, paymentStatuses.length),
        description: 'Number of payments for each status; statuses without payments are left out.',
      }),
      moved: t.field({
        type: [common.amount],
        complexity: listCost(2, currencyCodes.length),
        description: 'Settled amount (ACSC), one sum for each currency.',
        resolve: ({ moved }) => moved.map(formatAmount),
      }),
    }),
  });
  builder.queryField('paymentDays', (t) =>
    t.field({
      type: [day],
      complexity: listCost(daysAtMost),
      description:
        'Payments of the last days for charts, today last. Only the 10,000 newest payments are counted.',
      args: {
        last: t.arg.int({
          defaultValue: 14,
          validate: numberUpTo(daysAtMost),
          description: `Number of days, 1 to ${daysAtMost}.`,
        }),
      },
      resolve: (_, { last }, { call }) => call.read(getPaymentDays, { days: last ?? 14 }),
    }),
  );
}
