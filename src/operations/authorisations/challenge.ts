/**
 * The 401 challenge: a request that needs a PSU session and has none is refused with a link to the
 * log-in page. The link is kept in a transaction of its own, for that of the refused request is rolled back.
 */
import { linkLifetimeMs, openLoginsAtMost } from '../../domain/authorisations/authorisation.ts';
import { link } from '../../domain/payments/links.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import type { Context } from '../context.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { languageOf, openAuthorisation, redirectUriOf, scaRedirectOf } from './open.ts';

/** True for a refusal that a log-in would mend and that carries no link yet. */
export function needsChallenge(error: unknown): error is Refusal {
  return (
    error instanceof Refusal &&
    (error.reason === 'SCA_REQUIRED' || error.reason === 'SCA_EXPIRED') &&
    error.extras.links === undefined
  );
}

/** The refusal with `scaRedirect`. */
export async function challenge(context: Context, refusal: Refusal): Promise<Refusal> {
  const login = (await openLogin(context)) ?? (await newLogin(context));
  const scaRedirect = link(scaRedirectOf(context, login), 'GET');
  return new Refusal(refusal.reason, refusal.tppMessages, { ...refusal.extras, links: { scaRedirect } });
}

/** The log-in that the session was offered before and that has not been opened: a new request gets it again. */
async function openLogin({ stores, caller, psu, now }: Context): Promise<AuthorisationRecord | null> {
  const { psuId, identityNumber, sessionId, corporateId, redirectPreferred, brand, authMethodPreferred } =
    psu;
  const key = {
    tppId: caller.tppId,
    psuId,
    identityNumber,
    sessionId,
    corporateId,
    redirectUri: redirectUriOf(psu),
    redirectPreferred,
    brand,
    authMethodPreferred,
    language: languageOf(psu),
  };
  return stores.authorisations.renewLogin(key, now, now + linkLifetimeMs);
}

/** A refused request stores nothing but this, so a TPP that asks for ever is stopped. */
async function newLogin(context: Context): Promise<AuthorisationRecord> {
  const { tppId } = context.caller;
  if ((await context.stores.authorisations.openLogins(tppId, openLoginsAtMost)) >= openLoginsAtMost) {
    throw refuse('ACCESS_EXCEEDED', {
      text: `${openLoginsAtMost} log-ins of this TPP are open; each ends within 15 minutes`,
      retryAfterSeconds: 60,
    });
  }
  return openAuthorisation(context, context.psu, { kind: 'LOGIN', instructions: [] });
}
