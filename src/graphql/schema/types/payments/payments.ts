import { z } from 'zod';
import { currencyCode, text } from '../../../../domain/fields/shared.ts';
import { paymentStatuses } from '../../../../domain/payments/status.ts';
import { currencyCodes } from '../../../../domain/values/currencies.ts';
import { countPayments } from '../../../../operations/payments/count-payments.ts';
import { getPaymentDays, type PaymentDay } from '../../../../operations/payments/get-payment-days.ts';
import { listPayments } from '../../../../operations/payments/list-payments.ts';
import { newestFirst } from '../../../../operations/payments/ports.ts';
import type { ListedPayment, PaymentKey, PaymentOrder } from '../../../../operations/ports/stores.ts';
import { builder } from '../../builder.ts';
import { describedEnum } from '../../code-meanings.ts';
import { enumOf } from '../../from-schema.ts';
import {
  type Cursors,
  connectionOf,
  connectionOptions,
  cursorPart,
  cursorsBy,
  lengthArgument,
  listCost,
  pageCost,
} from '../../lists.ts';
import { amountType, formatAmount, paymentStatus } from '../common.ts';
import { payment, productEnum } from './payment.ts';

const toKey = ([value, paymentId]: [string | number, string]): PaymentKey => ({ value, paymentId });
const cursors: Readonly<Record<PaymentOrder['by'], Cursors<ListedPayment, PaymentKey>>> = {
  CREATED_AT: cursorsBy(
    z.tuple([cursorPart.integer, cursorPart.id]).transform(toKey),
    ({ createdAt, paymentId }) => [createdAt, paymentId],
  ),
  // A payment in several currencies has no amount, and counts as zero.
  AMOUNT: cursorsBy(z.tuple([cursorPart.amount, cursorPart.id]).transform(toKey), ({ amount, paymentId }) => [
    amount ?? '0.00000',
    paymentId,
  ]),
};

const decimalText = z
  .string()
  .regex(
    /^\d{1,18}(\.\d{1,5})?$/,
    'must be a number with at most 18 digits before the point, and at most 5 after it',
  )
  .nullish();

/** 20 is more than there are statuses, and more than there are products. The limit bounds the SQL statement, which contains the codes. */
const codeList = z.array(z.any()).max(20, 'must have at most 20 items').nullish();

const filterType = builder.inputType('PaymentFilter', {
  description: 'Filter of a list of payments. A payment must match every field.',
  fields: (t) => ({
    statuses: t.field({
      type: [paymentStatus],
      validate: codeList,
      description: 'Any of these statuses, at most 20. An empty list matches no payment.',
    }),
    products: t.field({
      type: [productEnum],
      validate: codeList,
      description: 'Any of these products, at most 20. An empty list matches no payment.',
    }),
    createdFrom: t.field({ type: 'DateTime', description: 'Earliest time of creation to include.' }),
    createdTo: t.field({ type: 'DateTime', description: 'Latest time of creation to include.' }),
    amountFrom: t.string({ validate: decimalText, description: 'Smallest total to include.' }),
    amountTo: t.string({ validate: decimalText, description: 'Largest total to include.' }),
    currency: t.field({ type: enumOf(currencyCode), description: 'Currency of the total.' }),
    text: t.string({
      validate: text(1, 140).nullish(),
      description:
        "Part of a creditor's name, the remittance information or the paymentId, 1 to 140 characters; case does not matter. The entries of a bulk payment are searched too.",
    }),
  }),
});
builder.queryField('payments', (t) =>
  t.connection(
    {
      type: payment,
      complexity: pageCost,
      description: 'Payments of the calling TPP.',
      args: {
        filter: t.arg({ type: filterType, description: 'Filter of the list.' }),
        orderBy: t.arg({
          type: paymentOrder,
          defaultValue: { field: 'CREATED_AT', direction: 'DESC' },
          description: 'Order of the list; default newest first.',
        }),
      },
      resolve: (_, args, { call }) => {
        const { orderBy } = args;
        const filter = args.filter ?? {};
        const order = orderBy ? { by: orderBy.field, ascending: orderBy.direction === 'ASC' } : newestFirst;
        const withInstructions = call.needsInstructions;
        return connectionOf(
          args,
          cursors[order.by],
          (page) => call.read(listPayments, { filter, page, order, withInstructions }),
          () => call.read(countPayments, filter),
        );
      },
    },
    ...connectionOptions('Payment'),
  ),
);

const orderField = describedEnum('PaymentOrderField', 'Field by which payments are sorted.', {
  CREATED_AT: "Time of creation, by the TPP's clock.",
  AMOUNT:
    'Amount: the total as a number, without its currency. A bulk payment in several currencies counts as zero.',
});
const orderDirection = describedEnum('OrderDirection', 'Direction of the order.', {
  ASC: 'Ascending: the oldest or the smallest first.',
  DESC: 'Descending: the newest or the largest first.',
});
const paymentOrder = builder.inputType('PaymentOrder', {
  description: 'Order of a list of payments.',
  fields: (t) => ({
    field: t.field({ type: orderField, required: true, description: 'Field to sort by.' }),
    direction: t.field({ type: orderDirection, required: true, description: 'Direction.' }),
  }),
});

const dayCount = { atMost: 31, byDefault: 14 };

const statusCount = builder.objectRef<PaymentDay['statuses'][number]>('StatusCount').implement({
  description: 'Number of payments with a status.',
  fields: (t) => ({
    transactionStatus: t.expose('status', { type: paymentStatus, description: 'The status.' }),
    count: t.exposeInt('count', { description: 'Number of payments.' }),
  }),
});
const paymentDay = builder.objectRef<PaymentDay>('PaymentDay').implement({
  description: 'Payments created on a day in Oslo, by their present status.',
  fields: (t) => ({
    date: t.expose('date', { type: 'LocalDate', description: 'The day.' }),
    statuses: t.expose('statuses', {
      type: [statusCount],
      complexity: listCost(4, paymentStatuses.length),
      description: 'Number of payments for each status; statuses without payments are left out.',
    }),
    moved: t.field({
      type: [amountType],
      complexity: listCost(2, currencyCodes.length),
      description:
        'Sums of settled amounts, one for each currency: of payments that are ACSC, and of settled executions of periodic payments. Bulk payments in several currencies, or with rejected entries, are not included.',
      resolve: ({ moved }) => moved.map(formatAmount),
    }),
  }),
});
builder.queryField('paymentDays', (t) =>
  t.field({
    type: [paymentDay],
    complexity: listCost(dayCount.atMost),
    description:
      'Payments of the last days for charts, today last. Only the 10,000 newest payments are counted.',
    args: { last: lengthArgument(t, 'Number of days', dayCount) },
    resolve: (_, { last }, { call }) => call.read(getPaymentDays, { days: last ?? dayCount.byDefault }),
  }),
);
