/** The PSU that a request names, and the PSU that is stored with a payment, a basket or an authorisation. */
import { type PageLanguage, pageLanguage } from '../../domain/authorisations/language.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { PaymentRecord } from '../ports/stores.ts';
import type { StoredPsu } from './ports.ts';

export const storedPsuOf = (psu: PsuRequest): StoredPsu => ({
  psuId: psu.psuId,
  identityNumber: psu.identityNumber,
  sessionId: psu.sessionId,
  psuContext: psu.context,
  corporateId: psu.corporateId,
  redirectUri: psu.redirectUri,
  redirectPreferred: psu.redirectPreferred ?? true,
});

/** The creation of a payment or basket requires TPP-Redirect-URI, so each authorisation has an address. */
export function redirectUriOf({ redirectUri }: Pick<PsuRequest, 'redirectUri'>): string {
  if (redirectUri !== null) return redirectUri;
  throw new Error('a payment or a basket was created without TPP-Redirect-URI');
}

/** The language of the pages of SCA; null: the browser decides. */
export const languageOf = ({ acceptLanguage }: PsuRequest): PageLanguage | null =>
  acceptLanguage ? pageLanguage(acceptLanguage) : null;

type PsuOfTarget = StoredPsu & Partial<Pick<PaymentRecord, 'brand' | 'authMethodPreferred'>>;

/** Stored values fill in what the request lacks. */
export function psuOf(storedPsu: PsuOfTarget, psuRequest: PsuRequest): PsuRequest {
  return {
    psuId: psuRequest.psuId ?? storedPsu.psuId,
    identityNumber: psuRequest.identityNumber ?? storedPsu.identityNumber,
    sessionId: psuRequest.sessionId ?? storedPsu.sessionId,
    redirectUri: psuRequest.redirectUri ?? storedPsu.redirectUri,
    redirectPreferred: psuRequest.redirectPreferred ?? storedPsu.redirectPreferred,
    brand: psuRequest.brand ?? storedPsu.brand ?? null,
    authMethodPreferred: psuRequest.authMethodPreferred ?? storedPsu.authMethodPreferred ?? null,
    corporateId: psuRequest.corporateId ?? storedPsu.corporateId,
    context: psuRequest.context ?? storedPsu.psuContext,
    ipAddress: psuRequest.ipAddress,
    acceptLanguage: psuRequest.acceptLanguage,
    notification: psuRequest.notification,
  };
}
