/** What is stored for a resource at a remote bank: its id there, or the address for the PSU of an authorisation. */
import { hash } from 'node:crypto';
import type { RemoteRedirect } from '../ports/bank.ts';
import type { AuthorisationRecord, Stores } from '../ports/stores.ts';

export const nothing = {
  reference: null,
  scaRedirect: null,
  returnState: null,
  psuIpAddress: null,
  heardAt: null,
  askedAt: null,
  askAt: null,
  unchanged: 0,
} as const;

/** Stores the address for the PSU of an authorisation. */
export function keepRedirect(
  stores: Stores,
  { tppId, authorisationId: id }: Pick<AuthorisationRecord, 'tppId' | 'authorisationId'>,
  redirect: RemoteRedirect,
): Promise<void> {
  return stores.remote.put({ ...nothing, tppId, kind: 'AUTHORISATION', id, ...redirect });
}

/** Stores the id of a payment or a basket at the bank; a payment is polled from now on. */
export function keepReference(
  stores: Stores,
  kind: 'PAYMENT' | 'BASKET',
  resource: { readonly tppId: string; readonly id: string; readonly reference: string },
  askAt: number | null,
): Promise<void> {
  return stores.remote.put({ ...nothing, kind, ...resource, askAt });
}

/** The name of the cookie that identifies a returning browser: one for each redirect, so that two may be open. */
export const returnCookieName = (returnState: string): string =>
  `sca-${hash('sha256', returnState).slice(0, 16)}`;
