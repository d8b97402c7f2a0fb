/** `paymentDays`: the payments of the last days by status, with the settled amounts. */

import { getPaymentDays, type PaymentDay } from '../../../../operations/payments/get-payment-days.ts';
import { list } from '../../costs.ts';
import { upTo } from '../../list-parts.ts';
import type { SchemaParts } from '../../parts.ts';
import { writtenAmount } from '../common.ts';

const daysAtMost = 31;

export function paymentDaysQuery({ builder, common }: SchemaParts): void {
  const count = builder.objectRef<PaymentDay['statuses'][number]>('StatusCount').implement({
    description: 'Number of payments with a status.',
    fields: (t) => ({
      transactionStatus: t.expose('status', { type: common.paymentStatus, description: 'The status.' }),
      count: t.exposeInt('count', { description: 'How many.' }),
    }),
  });
  const day = builder.objectRef<PaymentDay>('PaymentDay').implement({
    description: 'Payments created on a day in Oslo, by their present status.',
    fields: (t) => ({
      date: t.expose('date', { type: 'LocalDate', description: 'The day.' }),
      statuses: t.expose('statuses', {
        type: [count],
        complexity: list(4, 12),
        description: 'Number of payments for each status; statuses without payments are left out.',
      }),
      moved: t.field({
        type: [common.amount],
        complexity: list(2, 162),
        description: 'Settled amount (ACSC), one sum for each currency.',
        resolve: (one) => one.moved.map(writtenAmount),
      }),
    }),
  });
  builder.queryField('paymentDays', (t) =>
    t.field({
      type: [day],
      complexity: list(daysAtMost),
      description:
        'Payments of the last days for charts, today last. Only the 10,000 newest payments are counted.',
      args: {
        last: t.arg.int({
          defaultValue: 14,
          validate: upTo(daysAtMost),
          description: `Number of days, 1 to ${daysAtMost}.`,
        }),
      },
      resolve: (_, { last }, { call }) => call.read(getPaymentDays, { days: last ?? 14 }),
    }),
  );
}
