/** The shapes of the bank's responses. A malformed field of `optional` is ignored (shapes.ts). */
import { z } from 'zod';
import { anyFee } from '../remote-calls/values.ts';
import { anyBoolean, anyLink, anyText, messageText } from './lenient.ts';
import { warnings } from './messages.ts';

/** Refuses `.` and `..`: in a URL, a path segment `%2E%2E` is the same step as `..`, so escaping does not make these ids safe. */
const anyId = anyText
  .min(1)
  .max(500)
  .refine((id) => !/^\.{1,2}$/.test(id), 'is a step of a path');

/** Any four letters, because `applyStatus` ignores a status that this service does not know. */
const anyStatus = z
  .string()
  .regex(/^[A-Za-z]{4}$/)
  .toUpperCase();

/** Reads only `scaRedirect`, because the TPP gets links of this service, and not those of the bank. */
const links = z.object({ scaRedirect: anyLink.nullish().transform((link) => link ?? undefined) });

export const createdPayment = {
  required: z.object({ paymentId: anyId }),
  optional: {
    transactionFees: anyFee,
    transactionFeeIndicator: anyBoolean,
    tppMessages: warnings,
    psuMessage: messageText,
    _links: links,
  },
};

export const paymentStatus = {
  required: z.object({ transactionStatus: anyStatus }),
  optional: { fundsAvailable: anyBoolean, tppMessages: warnings },
};

export const startedAuthorisation = {
  required: z.object({ _links: z.object({ scaRedirect: anyLink }) }),
  optional: {},
};

export const createdBasket = {
  required: z.object({ basketId: anyId }),
  optional: {},
};
