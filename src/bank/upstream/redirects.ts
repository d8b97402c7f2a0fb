/** What is kept of a remote bank beside a resource of ours: its id there, or where the PSU of an authorisation goes. */

import type { AuthorisationRecord, BasketRecord, Stores } from '../../operations/ports/stores.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';
import type { RemoteRecord } from './ports.ts';
import { nextPause } from './statuses/pauses.ts';

const nothing = {
  reference: null,
  scaRedirect: null,
  returnState: null,
  psuIpAddress: null,
  heardAt: null,
  askedAt: null,
  askAt: null,
  unchanged: 0,
  unansweredAt: null,
  unknownSince: null,
} as const;

const ofAuthorisation = (
  { tppId, authorisationId: id }: Pick<AuthorisationRecord, 'tppId' | 'authorisationId'>,
  redirect: Partial<PsuRedirect>,
): RemoteRecord => ({ ...nothing, tppId, kind: 'AUTHORISATION', id, ...redirect });

/** Keeps where the PSU of an authorisation goes, or with a state alone by what they will be known on the way back. */
export const keepRedirect = (
  { remote }: Stores,
  authorisation: Pick<AuthorisationRecord, 'tppId' | 'authorisationId'>,
  redirect: Partial<PsuRedirect>,
): Promise<void> => remote.put(ofAuthorisation(authorisation, redirect));

/** The same of an authorisation that is made in this transaction. */
export const addRedirect = (
  { remote }: Stores,
  authorisation: AuthorisationRecord,
  redirect: PsuRedirect,
): Promise<void> => remote.add(ofAuthorisation(authorisation, redirect));

interface Named {
  readonly tppId: string;
  readonly id: string;
  readonly reference: string;
}

/** Nobody approves a payment in the moment of its creation: it is polled as if three polls had changed nothing. */
const unchanged = 3;

/** Keeps the id of a payment that is made in this transaction `now`, epoch milliseconds in real time. It is polled from now on. */
export const keepPayment = ({ remote }: Stores, payment: Named, now: number): Promise<void> =>
  remote.add({ ...nothing, kind: 'PAYMENT', ...payment, askAt: now + nextPause(unchanged), unchanged });

/** Keeps the id of a basket, once the bank has it. */
export const keepBasket = ({ remote }: Stores, basket: Named): Promise<void> =>
  remote.put({ ...nothing, kind: 'BASKET', ...basket });

/** Keeps where the client of the PSU is until the bank has the basket, for it is asked then. */
export const noteBasket = (
  { remote }: Stores,
  { tppId, basketId: id }: BasketRecord,
  psuIpAddress: string | null,
): Promise<void> => remote.add({ ...nothing, tppId, kind: 'BASKET', id, psuIpAddress });

/** Keeps by which id the bank itself knows a PSU. */
export const keepPsu = ({ remote }: Stores, psu: Named): Promise<void> =>
  remote.put({ ...nothing, kind: 'PSU', ...psu });
