/** Card transactions that a TPP stores on a card account of its sandbox. */
import { z } from 'zod';
import { list } from '../fields/list.ts';
import { address, currencyCode, isObject, isoDate, text } from '../fields/shared.ts';
import type { Fault } from '../refusal.ts';
import { parseIsoDate } from '../values/iso-date.ts';
import { type FaultAtPath, repetitionFaults, withListRule, withRule } from './rules.ts';

const cardAmount = z
  .object({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters')
      .meta({ description: 'Currency, three capital letters.' }),
    amount: z
      .number()
      // Not `z.int32()`: its fault has `continue: false`, after which zod skips even the rules of `withRule`.
      .refine((value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31, {
        error: 'must be a whole number that fits in 32 bits',
      })
      .meta({
        type: 'integer',
        format: 'int32',
        minimum: -(2 ** 31),
        maximum: 2 ** 31 - 1,
        description: 'The amount as a whole number of 32 bits.',
      }),
  })
  .meta({
    id: 'CardAmount',
    description: 'An amount of a card transaction: a whole number.',
  });

const currencyExchange = z
  .object({
    sourceCurrency: currencyCode,
    targetCurrency: currencyCode,
    exchangeRate: text(1, 35).meta({ description: 'Rate of the exchange.' }),
    unitCurrency: currencyCode,
    quotationDate: isoDate.meta({ description: 'Day of the rate.' }),
    markupFee: cardAmount,
    markupFeePercentage: text(0, 35).meta({ description: 'Markup in percent.' }),
  })
  .meta({ id: 'CurrencyExchange', description: 'Currency exchange of a card transaction.' });

const transactionFields = {
  cardTransactionId: text(1, 128).meta({ description: 'Id of the transaction, unique on the card account.' }),
  terminalId: text(0, 70).meta({ description: 'Terminal. It may be empty.' }),
  bookingDate: isoDate.meta({
    description: 'Booking date. It must not be later than today or the value date.',
  }),
  transactionDate: isoDate.meta({
    description: 'Date of the purchase. It is also the value date if valueDate is absent.',
  }),
  valueDate: isoDate.optional().meta({
    description: 'Value date, if it differs from transactionDate. It must not be later than today.',
  }),
  transactionAmount: cardAmount,
  originalAmount: cardAmount,
  merchantCategoryCode: text(1, 35).meta({ description: 'Category of the merchant.' }),
  currencyExchange: currencyExchange.optional(),
  cardAcceptorId: text(0, 70).meta({ description: 'The merchant. It may be empty.' }),
  cardAcceptorAddress: address,
  maskedPan: text(0, 35).meta({
    description: 'Number of the card with its middle digits hidden. It may be empty.',
  }),
  transactionDetails: text(0, 512).meta({ description: 'Text of the transaction. It may be empty.' }),
  invoiced: z
    .enum(['true', 'false'], {
      error: ({ input }) => (input === undefined ? 'is required' : 'must be the text "true" or "false"'),
    })
    .meta({ description: 'Whether the transaction has been invoiced.' }),
  proprietaryBankTransactionCode: text(0, 35).meta({
    description: 'Code of the bank for the transaction. It may be empty.',
  }),
};

export const cardTransaction = withRule(z.object(transactionFields), dateFaults).meta({
  id: 'CardTransaction',
  description: 'A transaction on a card account.',
});

export const cardTransactionList = withListRule(list(cardTransaction, 1, 1_000), repeatedIdFaults).meta({
  id: 'CardTransactionList',
  description:
    'Transactions to store on a card account, 1 to 1,000. If one of them is refused, the service stores nothing.',
});

export type CardTransaction = z.infer<typeof cardTransaction>;

type TransactionDates = Pick<CardTransaction, 'bookingDate' | 'transactionDate' | 'valueDate'>;

/** The field that contains the value date. */
const valueDateField = (item: { readonly valueDate?: unknown }) =>
  item.valueDate === undefined ? 'transactionDate' : 'valueDate';

function dateFaults(item: Readonly<Record<string, unknown>>): readonly FaultAtPath[] {
  const field = valueDateField(item);
  const [bookingDate, valueDate] = [parseDay(item.bookingDate), parseDay(item[field])];
  if (bookingDate === null || valueDate === null || bookingDate <= valueDate) return [];
  return [{ path: ['bookingDate'], text: `must not be later than the value date (${field}), ${valueDate}` }];
}

function parseDay(value: unknown): string | null {
  return typeof value === 'string' ? parseIsoDate(value) : null;
}

function repeatedIdFaults(items: readonly unknown[]): readonly FaultAtPath[] {
  const entries = items.flatMap((item, index) => {
    const id = isObject(item) ? item.cardTransactionId : undefined;
    return typeof id === 'string' ? [[id, [index, 'cardTransactionId']] as const] : [];
  });
  return repetitionFaults(entries, 'list');
}

/** The paths begin with the index of the transaction: `[0].bookingDate`. */
export function futureDateFaults(items: readonly TransactionDates[], today: string): readonly Fault[] {
  return items.flatMap((item, index) => {
    const fields = ['bookingDate', valueDateField(item)] as const;
    return fields.flatMap((field) =>
      (item[field] ?? '') > today
        ? [{ path: `[${index}].${field}`, text: `must not be later than today, ${today}` }]
        : [],
    );
  });
}
