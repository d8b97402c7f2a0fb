/**
 * The shapes of an upstream bank's responses: lenient forms of the schemas of this interface. The first argument of `defineShape`
 * has the required fields (null: none), the second one the optional fields. Of the links only `scaRedirect` is read, because this
 * service writes its own links.
 */
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

/** Four letters, as in ISO 20022. `applyStatus` ignores a status that this service does not know. */
const anyStatus = z
  .string()
  .regex(/^[A-Za-z]{4}$/)
  .toUpperCase();

/** A `scaRedirect` that is null counts as absent. */
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

/** The id of the authorisation is optional; the address for the PSU is required. */
export const startedAuthorisation = defineShape(z.object({ _links: z.object({ scaRedirect: anyLink }) }), {
  authorisationId: anyId,
  scaStatus: anyText,
});

export const createdBasket = defineShape(z.object({ basketId: anyId }), { transactionStatus: anyStatus });
