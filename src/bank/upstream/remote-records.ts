/** Stores what this service knows about resources at the remote bank. */
import type { AuthorisationRecord, BasketRecord, Stores } from '../../operations/ports/stores.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';
import type { RemoteRecord } from './ports.ts';
import { pauseAfterUnchanged } from './statuses/poll-result.ts';

const emptyRecord = {
  reference: null,
  scaRedirect: null,
  returnState: null,
  psuIpAddress: null,
  reportedAt: null,
  lastRequestAt: null,
  nextPollAt: null,
  unchanged: 0,
  unansweredAt: null,
  unknownSince: null,
} as const;

const authorisationRecord = (
  { tppId, authorisationId: id }: Pick<AuthorisationRecord, 'tppId' | 'authorisationId'>,
  redirect: Partial<PsuRedirect>,
): RemoteRecord => ({ ...emptyRecord, tppId, kind: 'AUTHORISATION', id, ...redirect });

/** Adds or replaces the redirect, which may have only the return state. */
export const putRedirect = (
  { remote }: Stores,
  authorisation: Pick<AuthorisationRecord, 'tppId' | 'authorisationId'>,
  redirect: Partial<PsuRedirect>,
): Promise<void> => remote.put(authorisationRecord(authorisation, redirect));

/** For an authorisation that this transaction creates. */
export const addRedirect = (
  { remote }: Stores,
  authorisation: AuthorisationRecord,
  redirect: PsuRedirect,
): Promise<void> => remote.add(authorisationRecord(authorisation, redirect));

/** The id here, and the `reference` by which the bank knows the resource. */
interface RemoteName {
  readonly tppId: string;
  readonly id: string;
  readonly reference: string;
}

/** No PSU approves at once, so the first poll waits as long as after three polls without a change. */
const initialUnchanged = 3;

/** For a payment that this transaction creates. From then on its status is polled. `now` is real time. */
export const addPayment = ({ remote }: Stores, payment: RemoteName, now: number): Promise<void> =>
  remote.add({
    ...emptyRecord,
    kind: 'PAYMENT',
    ...payment,
    nextPollAt: now + pauseAfterUnchanged(initialUnchanged),
    unchanged: initialUnchanged,
  });

export const putBasket = ({ remote }: Stores, basket: RemoteName): Promise<void> =>
  remote.put({ ...emptyRecord, kind: 'BASKET', ...basket });

/** For a basket that the bank does not have yet. The bank will require the IP address of the PSU. */
export const addBasket = (
  { remote }: Stores,
  { tppId, basketId: id }: BasketRecord,
  psuIpAddress: string | null,
): Promise<void> => remote.add({ ...emptyRecord, tppId, kind: 'BASKET', id, psuIpAddress });

export const putPsu = ({ remote }: Stores, psu: RemoteName): Promise<void> =>
  remote.put({ ...emptyRecord, kind: 'PSU', ...psu });
