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

/** Stores the redirect of the PSU, or only the return state. */
export const keepRedirect = (
  { remote }: Stores,
  authorisation: Pick<AuthorisationRecord, 'tppId' | 'authorisationId'>,
  redirect: Partial<PsuRedirect>,
): Promise<void> => remote.put(ofAuthorisation(authorisation, redirect));

/** For an authorisation created in this transaction. */
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

/** Nobody approves at the moment of creation, so polling starts as if three polls had changed nothing. */
const unchanged = 3;

/** For a payment created in this transaction; `now` is real time. Polling starts now. */
export const keepPayment = ({ remote }: Stores, payment: Named, now: number): Promise<void> =>
  remote.add({ ...nothing, kind: 'PAYMENT', ...payment, askAt: now + nextPause(unchanged), unchanged });

export const keepBasket = ({ remote }: Stores, basket: Named): Promise<void> =>
  remote.put({ ...nothing, kind: 'BASKET', ...basket });

/** The bank requires the client's address when the basket is created there. */
export const noteBasket = (
  { remote }: Stores,
  { tppId, basketId: id }: BasketRecord,
  psuIpAddress: string | null,
): Promise<void> => remote.add({ ...nothing, tppId, kind: 'BASKET', id, psuIpAddress });

/** Stores the bank's own id of a PSU. */
export const keepPsu = ({ remote }: Stores, psu: Named): Promise<void> =>
  remote.put({ ...nothing, kind: 'PSU', ...psu });
