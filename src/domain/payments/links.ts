/** Links are relative and begin with /v1/, except for the absolute `scaRedirect`. */
import type { Product } from './product.ts';
import { awaitsApproval, isFinal, type PaymentStatus } from './status.ts';

export type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';

export interface Link {
  readonly href: string;
  readonly verbs: readonly Verb[];
}

type LinkName = 'self' | 'status' | 'startAuthorisation' | 'scaRedirect' | 'scaStatus';
export type Links = Readonly<Partial<Record<LinkName, Link>>>;

export const link = (href: string, ...verbs: readonly Verb[]): Link => ({ href, verbs });

export function paymentPath(product: Product, paymentId: string): string {
  return `/v1/${product.service}/${product.name}/${paymentId}`;
}

export function paymentLinks(
  product: Product,
  payment: { readonly paymentId: string; readonly status: PaymentStatus },
  scaRedirect?: string,
): Links {
  const self = paymentPath(product, payment.paymentId);
  return {
    self: isFinal(payment.status) ? link(self, 'GET') : link(self, 'GET', 'DELETE'),
    status: link(`${self}/status`, 'GET'),
    ...(awaitsApproval(payment.status) ? { startAuthorisation: link(`${self}/authorisations`, 'POST') } : {}),
    ...(scaRedirect === undefined ? {} : { scaRedirect: link(scaRedirect, 'GET') }),
  };
}
