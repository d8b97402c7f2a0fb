/** `payments`: the list of payments, with filters and an order. */

import { z } from 'zod';
import { currencyCode, text } from '../../../../domain/fields/shared.ts';
import { countPayments } from '../../../../operations/payments/count-payments.ts';
import { listPayments } from '../../../../operations/payments/list-payments.ts';
import { newestFirst } from '../../../../operations/payments/ports.ts';
import { countedAtMost } from '../../../../operations/ports/page.ts';
import type {
  ListedPayment,
  PaymentFilter,
  PaymentKey,
  PaymentOrder,
} from '../../../../operations/ports/stores.ts';
import type { GraphQLBuilder } from '../../builder.ts';
import { withDescriptions } from '../../code-meanings.ts';
import { connectionOptions } from '../../connections.ts';
import { pageCost } from '../../costs.ts';
import { type Cursors, connectionOf, cursorPart, cursorsBy } from '../../pages.ts';
import type { SchemaParts } from '../../parts.ts';

const cursors: Readonly<Record<PaymentOrder['by'], Cursors<ListedPayment, PaymentKey>>> = {
  CREATED_AT: cursorsBy(
    [cursorPart.integer, cursorPart.id],
    ({ createdAt, paymentId }) => [createdAt, paymentId],
    (createdAt, paymentId = '') => ({ value: Number(createdAt), paymentId }),
  ),
  AMOUNT: cursorsBy(
    [cursorPart.amount, cursorPart.id],
    ({ amount, paymentId }) => [amount ?? '0.00000', paymentId],
    (amount = '', paymentId = '') => ({ value: amount, paymentId }),
  ),
};

const decimalText = z
  .string()
  .regex(/^\d{1,18}(\.\d{1,5})?$/, 'must be a number with at most 18 digits, and at most 5 after the point')
  .nullish();

/** Each code is a parameter of the SQL statement. No enum has more than 20 codes. */
const codeList = z.array(z.any()).max(20, 'must have at most 20 items').nullish();

export function paymentsQuery({ builder, mapper, common, payments }: SchemaParts): void {
  const filterType = builder.inputType('PaymentFilter', {
    description: 'Filter of a list of payments. A payment must match every field.',
    fields: (t) => ({
      statuses: t.field({
        type: [common.paymentStatus],
        validate: codeList,
        description: 'Any of these statuses, at most 20.',
      }),
      products: t.field({
        type: [payments.productEnum],
        validate: codeList,
        description: 'Any of these products, at most 20.',
      }),
      createdFrom: t.field({ type: 'DateTime', description: 'Earliest time of creation to include.' }),
      createdTo: t.field({ type: 'DateTime', description: 'Latest time of creation to include.' }),
      amountFrom: t.string({ validate: decimalText, description: 'Smallest total to include.' }),
      amountTo: t.string({ validate: decimalText, description: 'Largest total to include.' }),
      currency: t.field({
        type: mapper.enumOf(currencyCode),
        description: 'Currency of the total.',
      }),
      text: t.string({
        validate: text(1, 140).nullish(),
        description:
          "Part of the creditor's name, the remittance information or the paymentId; case does not matter.",
      }),
    }),
  });
  builder.queryField('payments', (t) =>
    t.connection(
      {
        type: payments.payment,
        complexity: pageCost,
        description: 'Payments of the calling TPP.',
        args: {
          filter: t.arg({ type: filterType, description: 'Filter of the list.' }),
          orderBy: t.arg({
            type: orderInput(builder),
            defaultValue: { field: 'CREATED_AT', direction: 'DESC' },
            description: 'Order of the list; default newest first.',
          }),
        },
        resolve: (_, { filter: filterInput, orderBy, ...args }, { call }) => {
          const filter = filterOf((filterInput ?? {}) as FilterInput);
          const order = orderBy ? { by: orderBy.field, ascending: orderBy.direction === 'ASC' } : newestFirst;
          return connectionOf(
            args,
            cursors[order.by],
            (page) =>
              call.read(listPayments, { filter, page, order, withInstructions: call.withInstructions }),
            () => call.read(countPayments, filter),
          );
        },
      },
      ...connectionOptions('Payment', 'A payment', 'payments', countedAtMost),
    ),
  );
}

function orderInput(builder: GraphQLBuilder) {
  const field = builder.enumType('PaymentOrderField', {
    description: 'Field by which payments are sorted.',
    values: withDescriptions({
      CREATED_AT: "Time of creation, by the TPP's clock.",
      AMOUNT:
        'Amount: the total as a number in any currency. A bulk payment in several currencies counts as zero.',
    }),
  });
  const direction = builder.enumType('OrderDirection', {
    description: 'Direction of the order.',
    values: withDescriptions({
      ASC: 'Ascending: the oldest or the smallest first.',
      DESC: 'Descending: the newest or the largest first.',
    }),
  });
  return builder.inputType('PaymentOrder', {
    description: 'Order of a list of payments.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'Field to sort by.' }),
      direction: t.field({ type: direction, required: true, description: 'Direction.' }),
    }),
  });
}

type FilterInput = Omit<PaymentFilter, 'createdFrom' | 'createdTo'> & {
  readonly createdFrom?: Date | null;
  readonly createdTo?: Date | null;
};

const filterOf = ({ createdFrom, createdTo, ...others }: FilterInput): PaymentFilter => ({
  ...others,
  createdFrom: createdFrom?.getTime(),
  createdTo: createdTo?.getTime(),
});
