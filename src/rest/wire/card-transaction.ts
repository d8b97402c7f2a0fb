/** A card transaction in an answer; the schema lists the fields that are shown. */
import { z } from 'zod';
import { isoDate } from '../../domain/fields/text.ts';
import type { CardTransaction } from '../../domain/sandbox/card-transaction.ts';

const cardAmount = z.strictObject({ currency: z.string(), amount: z.int32() }).meta({
  id: 'WrittenCardAmount',
  description: 'An amount of a card transaction: a whole number.',
});

const shown = {
  cardTransactionId: z.string(),
  bookingDate: isoDate,
  transactionDate: isoDate,
  transactionAmount: cardAmount,
  originalAmount: cardAmount,
  merchantCategoryCode: z.string(),
};
const names = Object.keys(shown) as (keyof typeof shown)[];

export const writtenCardTransactionSchema = z.strictObject(shown);

type Shown = Pick<CardTransaction, keyof typeof shown>;

export const writtenCardTransaction = (item: Shown): Shown =>
  Object.fromEntries(names.map((name) => [name, item[name]])) as Shown;
