/**
 * Checks responses of an upstream bank by lenient schemas of our own interface. A response without a required field is
 * refused; other odd fields are dropped. Only `scaRedirect` is read of the links: this service writes its own.
 */
import { z } from 'zod';
import type { PaymentService, Product } from '../../domain/payments/product.ts';
import { products } from '../../domain/payments/products/list.ts';
import { anyAmount, anyBoolean, anyLink, anyText, lenient, maybe, message } from './lenient.ts';
import { warnings } from './messages.ts';
import { type BodyShape, shape } from './shapes.ts';

/** Opaque. A path segment such as `..` cannot be escaped, so it is not an id. */
const anyId = anyText
  .min(1)
  .max(500)
  .refine((id) => !/^\.{1,2}$/.test(id), 'is a step of a path');

/** Letters as in ISO 20022. The caller counts statuses that this service does not have. */
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

/** Some banks say only by status 202 that the PSU must approve. */
export const cancellationToApprove = shape(null, { transactionStatus: anyStatus });

/** The bank need not name the authorisation, but must give an address for the PSU. */
export const startedAuthorisation = shape(z.object({ _links: z.object({ scaRedirect: anyLink }) }), {
  authorisationId: anyId,
  scaStatus: anyText,
});

/** The caller counts statuses that this service does not have. */
export const authorisationStatus = shape(z.object({ scaStatus: z.string().regex(/^[A-Za-z]{1,35}$/) }), {});

export const createdBasket = shape(z.object({ basketId: anyId }), { transactionStatus: anyStatus });
export const basketStatus = shape(z.object({ transactionStatus: anyStatus }), {});

type Details = BodyShape<z.ZodType<{ readonly [field: string]: unknown }>, typeof besides>;
/** Fields of the details that were not sent. */
const besides = { paymentId: anyId, debtorName: message };

const detailsOf = new Map<Product, Details>();

export function paymentDetails(service: PaymentService, name: string): Details {
  const product = products.find((one) => one.service === service && one.name === name);
  if (product === undefined) throw new Error(`${service} has no product ${name}`);
  const cachedDetails = detailsOf.get(product);
  if (cachedDetails !== undefined) return cachedDetails;
  const details = shape(lenient(product.body) as z.ZodObject, besides);
  detailsOf.set(product, details);
  return details;
}
