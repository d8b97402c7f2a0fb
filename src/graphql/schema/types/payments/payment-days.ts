/** `paymentDays`: the payments of the last days by status, and the money that they moved. */

import { getPaymentDays, type PaymentDay } from '../../../../operations/payments/get-payment-days.ts';
import { list } from '../../costs.ts';
import { upTo } from '../../list-parts.ts';
import type { SchemaParts } from '../../parts.ts';
import { writtenAmount } from '../common.ts';

const daysAtMost = 31;

export function paymentDaysQuery({ builder, common }: SchemaParts): void {
  const count = builder.objectRef<PaymentDay['statuses'][number]>('StatusCount').implement({
    description: 'How many payments stand at a status.',
    fields: (t) => ({
      transactionStatus: t.expose('status', { type: common.paymentStatus, description: 'The status.' }),
      count: t.exposeInt('count', { description: 'How many.' }),
    }),
  });
  const day = builder.objectRef<PaymentDay>('PaymentDay').implement({
    description: 'The payments that were created on a day in Oslo, as they stand now.',
    fields: (t) => ({
      date: t.expose('date', { type: 'LocalDate', description: 'The day.' }),
      statuses: t.expose('statuses', {
        type: [count],
        complexity: list(4, 12),
        description: 'How many stand where; a status at which none stands is left out.',
      }),
      moved: t.field({
        type: [common.amount],
        complexity: list(2, 162),
        description: 'What has been settled of them (ACSC), a sum for each currency.',
        resolve: (one) => one.moved.map(writtenAmount),
      }),
    }),
  });
  builder.queryField('paymentDays', (t) =>
    t.field({
      type: [day],
      complexity: list(daysAtMost),
      description:
        'The payments of the last days, today last: for charts. Only the 10,000 newest payments are counted.',
      args: {
        last: t.arg.int({
          defaultValue: 14,
          validate: upTo(daysAtMost),
          description: `How many days, 1 to ${daysAtMost}.`,
        }),
      },
      resolve: (_, { last }, { call }) => call.read(getPaymentDays, { days: last ?? 14 }),
    }),
  );
}
