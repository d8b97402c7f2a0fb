/** A card transaction in a response; the schema lists the fields that are shown. */
import { z } from 'zod';
import { isoDate } from '../../domain/fields/shared.ts';
import { viewOf } from '../../domain/fields/view.ts';
import type { CardTransaction } from '../../domain/sandbox/card-transaction.ts';

const cardAmount = z.strictObject({ currency: z.string(), amount: z.int32() }).meta({
  // In responses. The input is CardAmount.
  id: 'WrittenCardAmount',
  description: 'An amount of a card transaction: a whole number.',
});

const schema = z.strictObject({
  cardTransactionId: z.string(),
  bookingDate: isoDate,
  transactionDate: isoDate,
  transactionAmount: cardAmount,
  originalAmount: cardAmount,
  merchantCategoryCode: z.string(),
});

export const cardTransactionView = viewOf<Pick<CardTransaction, keyof typeof schema.shape>>()(schema, {});
