/** The list of payments: a Relay connection with filters (contract 10). */
import { z } from 'zod';
import { currencyCode } from '../../domain/fields/shared.ts';
import { text } from '../../domain/fields/text.ts';
import { listPayments } from '../../operations/payments/list-payments.ts';
import type { ListedPayment, PaymentFilter, PaymentPlace } from '../../operations/ports.ts';
import type { Builder } from '../builder.ts';
import { callOf } from '../context.ts';
import type { SchemaMapper } from '../from-schema.ts';
import { connectionOf, places, word } from '../pages.ts';
import type { CommonTypes } from './common.ts';
import type { PaymentTypes } from './payment.ts';

const cursors = places<ListedPayment, PaymentPlace>(
  [word.count, word.id],
  ({ createdAt, paymentId }) => [createdAt, paymentId],
  (createdAt = '', paymentId = '') => ({ createdAt: Number(createdAt), paymentId }),
);

const decimalText = z
  .string()
  .regex(/^\d{1,18}(\.\d{1,5})?$/, 'must be a decimal number')
  .nullish();

/** More than there are codes; each becomes a parameter of the statement. */
const fewCodes = z.array(z.any()).max(20, 'must have at most 20 items').nullish();

export function paymentsQuery(
  builder: Builder,
  mapper: SchemaMapper,
  common: CommonTypes,
  payments: PaymentTypes,
): void {
  const filter = builder.inputType('PaymentFilter', {
    description: 'Which payments a list holds; every field narrows it.',
    fields: (t) => ({
      statuses: t.field({
        type: [common.paymentStatus],
        validate: fewCodes,
        description: 'Any of these statuses, at most 20.',
      }),
      products: t.field({
        type: [payments.productEnum as never],
        validate: fewCodes as never,
        description: 'Any of these products, at most 20.',
      }),
      createdFrom: t.field({ type: 'DateTime', description: 'Created at this time or later.' }),
      createdTo: t.field({ type: 'DateTime', description: 'Created at this time or earlier.' }),
      amountFrom: t.string({ validate: decimalText, description: 'Total of at least this much.' }),
      amountTo: t.string({ validate: decimalText, description: 'Total of at most this much.' }),
      currency: t.field({
        type: mapper.enumOf(currencyCode) as never,
        description: 'Total in this currency.',
      }),
      text: t.string({
        validate: text(1, 140).nullish(),
        description: "Part of the creditor's name, the remittance or the identifier, whatever its case.",
      }),
    }),
  });
  builder.queryField('payments', (t) =>
    t.connection(
      {
        type: payments.payment as never,
        nullable: false,
        description: 'Payments of the calling TPP, newest first; a page costs the same wherever it lies.',
        args: {
          filter: t.arg({ type: filter, description: 'Which payments.' }),
        },
        resolve: (_, { filter: given, ...args }, context) =>
          connectionOf(args, cursors, (page) =>
            context.performer.read(listPayments, callOf(context), {
              filter: filterOf(given as FilterInput | null),
              page,
            }),
          ) as never,
      },
      { name: 'PaymentConnection', description: 'A page of payments.' },
      { name: 'PaymentEdge', description: 'A payment and its place in the list.' },
    ),
  );
}

interface FilterInput {
  readonly statuses?: PaymentFilter['statuses'] | null;
  readonly products?: readonly string[] | null;
  readonly createdFrom?: Date | null;
  readonly createdTo?: Date | null;
  readonly amountFrom?: string | null;
  readonly amountTo?: string | null;
  readonly currency?: string | null;
  readonly text?: string | null;
}

function filterOf(given: FilterInput | null | undefined): PaymentFilter {
  if (!given) return {};
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, currency, text } = given;
  return {
    ...(statuses ? { statuses } : {}),
    ...(products ? { products } : {}),
    ...(createdFrom ? { createdFrom: createdFrom.getTime() } : {}),
    ...(createdTo ? { createdTo: createdTo.getTime() } : {}),
    ...(amountFrom ? { amountFrom } : {}),
    ...(amountTo ? { amountTo } : {}),
    ...(currency ? { currency } : {}),
    ...(text ? { text } : {}),
  };
}
