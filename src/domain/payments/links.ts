/** API links are relative and begin with /v1/; `scaRedirect` is absolute. */
import type { Product } from './product.ts';
import { awaitsApproval, isFinal, type PaymentStatus } from './status.ts';

export type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';

export interface Link {
  readonly href: string;
  readonly verbs: readonly Verb[];
}

export type LinkName = 'self' | 'status' | 'startAuthorisation' | 'scaRedirect' | 'scaStatus';
export type Links = Readonly<Partial<Record<LinkName, Link>>>;

export const link = (href: string, ...verbs: readonly Verb[]): Link => ({ href, verbs });

/** Created once, because lists contain hundreds of links. */
const readOnly: readonly Verb[] = ['GET'];
const readOrDelete: readonly Verb[] = ['GET', 'DELETE'];
const postOnly: readonly Verb[] = ['POST'];

export function paymentPath(product: Product, paymentId: string): string {
  return `/v1/${product.service}/${product.name}/${paymentId}`;
}

export function paymentLinks(
  product: Product,
  payment: { readonly paymentId: string; readonly status: PaymentStatus },
  scaRedirect?: string,
): Links {
  const self = paymentPath(product, payment.paymentId);
  const links: Partial<Record<LinkName, Link>> = {
    self: { href: self, verbs: isFinal(payment.status) ? readOnly : readOrDelete },
    status: { href: `${self}/status`, verbs: readOnly },
  };
  if (awaitsApproval(payment.status))
    links.startAuthorisation = { href: `${self}/authorisations`, verbs: postOnly };
  if (scaRedirect !== undefined) links.scaRedirect = { href: scaRedirect, verbs: readOnly };
  return links;
}
