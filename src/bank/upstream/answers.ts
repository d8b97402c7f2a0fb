/**
 * Answers of a bank upstream, checked: those of the interface that this service offers itself, made lenient. What does not
 * fit is never passed on. Links are read for `scaRedirect` alone, because this service writes all links anew.
 */
import { z } from 'zod';
import type { PaymentService, Product } from '../../domain/payments/product.ts';
import { products } from '../../domain/payments/products/list.ts';
import { anyAmount, anyText, lenient, maybe, message } from './lenient.ts';
import { warnings } from './messages.ts';

/** An opaque id. A step of a path such as `..` cannot be escaped, so it is none. */
const anyId = anyText
  .min(1)
  .max(500)
  .refine((id) => !/^\.{1,2}$/.test(id), 'is a step of a path');

/** A status by the letters of ISO 20022. Those that this service does not have are for the caller to count. */
const anyStatus = z.string().regex(/^[A-Z]{4}$/);

/** Relative or absolute; verbs may be missing. */
const anyLink = z.object({ href: anyText.min(1).max(4_096) });
const links = maybe(z.object({ scaRedirect: maybe(anyLink) }));

const psuMessage = maybe(message);

export const createdPayment = z.object({
  paymentId: anyId,
  transactionStatus: anyStatus,
  transactionFees: maybe(anyAmount),
  transactionFeeIndicator: maybe(z.boolean()),
  tppMessages: warnings,
  psuMessage,
  _links: links,
});

export const paymentStatus = z.object({
  transactionStatus: anyStatus,
  fundsAvailable: maybe(z.boolean()),
  tppMessages: warnings,
  psuMessage,
  _links: links,
});

/** Answer to DELETE of an approved payment. Some banks say by the status 202 alone that an approval is needed. */
export const cancellationToApprove = z.preprocess(
  (body) => body ?? {},
  z.object({ transactionStatus: maybe(anyStatus), _links: links }),
);

/** The bank need not name an authorisation; without an address for the PSU there is none. */
export const startedAuthorisation = z.object({
  authorisationId: maybe(anyId),
  scaStatus: maybe(anyText),
  tppMessages: warnings,
  psuMessage,
  _links: z.object({ scaRedirect: anyLink }),
});

/** Every status of SCA is a word in letters; those that this service does not have are for the caller to count. */
export const authorisationStatus = z.object({ scaStatus: z.string().regex(/^[A-Za-z]{1,35}$/) });

export const createdBasket = z.object({
  basketId: anyId,
  transactionStatus: anyStatus,
  tppMessages: warnings,
  _links: links,
});
export const basketStatus = z.object({ transactionStatus: anyStatus });

/** Fields that details have besides those that were sent. */
const besides = z.object({ paymentId: maybe(anyId), debtorName: maybe(message) });
type Details = z.output<typeof besides> & { readonly [field: string]: unknown };

const detailsOf = new Map<Product, z.ZodType<Details>>();

/** Details of a payment of the product: the fields as sent, and some more. */
export function paymentDetails(service: PaymentService, name: string): z.ZodType<Details> {
  const product = products.find((one) => one.service === service && one.name === name);
  if (product === undefined) throw new Error(`${service} has no product ${name}`);
  const known = detailsOf.get(product);
  if (known !== undefined) return known;
  const sent = lenient(product.body) as z.ZodObject;
  const made = z.object({ ...sent.shape, ...besides.shape }) as z.ZodType<Details>;
  detailsOf.set(product, made);
  return made;
}
