import type { AuthorisationKind, ScaStatus } from '../authorisations/authorisation.ts';
import { type Links, link, paymentPath } from '../payments/links.ts';
import type { Product } from '../payments/product.ts';
import type { PaymentStatus } from '../payments/status.ts';

export type Notification =
  | { readonly transactionStatus: PaymentStatus }
  | { readonly authorisationId: string; readonly kind: AuthorisationKind; readonly scaStatus: ScaStatus };

export function notificationBodyOf(product: Product, paymentId: string, change: Notification) {
  const self = paymentPath(product, paymentId);
  const links: Links = { self: link(self, 'GET'), status: link(`${self}/status`, 'GET') };
  if ('transactionStatus' in change)
    return { paymentId, transactionStatus: change.transactionStatus, _links: links };
  const { authorisationId, scaStatus, kind } = change;
  const collection = kind === 'CANCELLATION' ? 'cancellation-authorisations' : 'authorisations';
  const scaLink = { scaStatus: link(`${self}/${collection}/${authorisationId}`, 'GET') };
  return { paymentId, authorisationId, scaStatus, _links: { ...links, ...scaLink } };
}

/** The time from the first failure to the last attempt. */
export const retryForMs = 24 * 3_600_000;
const firstPauseMs = 5_000;
const longestPauseMs = 3_600_000;

/** `failureCount` is at least 1. */
export const pauseMsAfter = (failureCount: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** (failureCount - 1));
