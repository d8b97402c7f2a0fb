/**
 * Answers of a bank upstream, checked: those of the interface that this service offers itself, made lenient. What does not
 * fit is never passed on: an answer that lacks what is needed is refused, and anything else is left out of it. Links are read for `scaRedirect` alone, because this service writes all links anew.
 */
import { z } from 'zod';
import type { PaymentService, Product } from '../../domain/payments/product.ts';
import { products } from '../../domain/payments/products/list.ts';
import { anyAmount, anyBoolean, anyLink, anyText, lenient, maybe, message } from './lenient.ts';
import { warnings } from './messages.ts';
import { type BodyShape, shape } from './shapes.ts';

/** An opaque id. A step of a path such as `..` cannot be escaped, so it is none. */
const anyId = anyText
  .min(1)
  .max(500)
  .refine((id) => !/^\.{1,2}$/.test(id), 'is a step of a path');

/** A status by the letters of ISO 20022. Those that this service does not have are for the caller to count. */
const anyStatus = z
  .string()
  .regex(/^[A-Za-z]{4}$/)
  .toUpperCase();

const links = z.object({ scaRedirect: maybe(anyLink) });

export const createdPayment = shape(z.object({ paymentId: anyId }), {
  transactionStatus: anyStatus,
  transactionFees: anyAmount,
  transactionFeeIndicator: anyBoolean,
  tppMessages: warnings,
  psuMessage: message,
  _links: links,
});

export const paymentStatus = shape(z.object({ transactionStatus: anyStatus }), {
  fundsAvailable: anyBoolean,
});

/** Answer to DELETE of an approved payment. Some banks say by the status 202 alone that an approval is needed. */
export const cancellationToApprove = shape(null, { transactionStatus: anyStatus });

/** The bank need not name an authorisation; without an address for the PSU there is none. */
export const startedAuthorisation = shape(z.object({ _links: z.object({ scaRedirect: anyLink }) }), {
  authorisationId: anyId,
  scaStatus: anyText,
});

/** Every status of SCA is a word in letters; those that this service does not have are for the caller to count. */
export const authorisationStatus = shape(z.object({ scaStatus: z.string().regex(/^[A-Za-z]{1,35}$/) }), {});

export const createdBasket = shape(z.object({ basketId: anyId }), { transactionStatus: anyStatus });
export const basketStatus = shape(z.object({ transactionStatus: anyStatus }), {});

type Details = BodyShape<z.ZodType<{ readonly [field: string]: unknown }>, typeof besides>;
/** Fields that details have besides those that were sent. */
const besides = { paymentId: anyId, debtorName: message };

const detailsOf = new Map<Product, Details>();

/** Details of a payment of the product: the fields as sent, and some more. */
export function paymentDetails(service: PaymentService, name: string): Details {
  const product = products.find((one) => one.service === service && one.name === name);
  if (product === undefined) throw new Error(`${service} has no product ${name}`);
  const cachedDetails = detailsOf.get(product);
  if (cachedDetails !== undefined) return cachedDetails;
  const details = shape(lenient(product.body) as z.ZodObject, besides);
  detailsOf.set(product, details);
  return details;
}
