/** `defineShape` takes the required fields (null: none), then the optional ones. Of the links only `scaRedirect` is read. */
import { z } from 'zod';
import { anyFee } from '../remote-calls/values.ts';
import { anyBoolean, anyLink, anyText, messageText } from './lenient.ts';
import { warnings } from './messages.ts';
import { defineShape } from './shapes.ts';

/** `.` and `..` are refused, because they are steps in the path of a URL, even if they are escaped. */
const anyId = anyText
  .min(1)
  .max(500)
  .refine((id) => !/^\.{1,2}$/.test(id), 'is a step of a path');

/** `applyStatus` ignores a status that this service does not know. */
const anyStatus = z
  .string()
  .regex(/^[A-Za-z]{4}$/)
  .toUpperCase();

const links = z.object({ scaRedirect: anyLink.nullish().transform((link) => link ?? undefined) });

export const createdPayment = defineShape(z.object({ paymentId: anyId }), {
  transactionStatus: anyStatus,
  transactionFees: anyFee,
  transactionFeeIndicator: anyBoolean,
  tppMessages: warnings,
  psuMessage: messageText,
  _links: links,
});

export const paymentStatus = defineShape(z.object({ transactionStatus: anyStatus }), {
  fundsAvailable: anyBoolean,
});

/** No field is required: some banks only send the HTTP status 202. */
export const cancellationToApprove = defineShape(null, { transactionStatus: anyStatus });

export const startedAuthorisation = defineShape(z.object({ _links: z.object({ scaRedirect: anyLink }) }), {
  authorisationId: anyId,
  scaStatus: anyText,
});

export const createdBasket = defineShape(z.object({ basketId: anyId }), { transactionStatus: anyStatus });
