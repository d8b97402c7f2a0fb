/** A session is a PSU-ID together with a TPP-Session-ID. A log-in authenticates it for 180 days. */
import { openLoginsAtMost, sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { link } from '../../domain/payments/links.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import type { Context } from '../operation.ts';
import { BankChallenge } from '../ports/bank.ts';
import type { WriteContext } from '../ports/context.ts';
import type { AuthorisationRecord, PsuSessionRecord } from '../ports/stores.ts';
import {
  expiryOfNewLink,
  languageOf,
  newAuthorisation,
  psuOf,
  redirectUriOf,
  scaRedirectOf,
} from './open.ts';

/**
 * Returns the live session. If there is none, returns null for a request with PSU-Context, because the PSU then logs in to approve,
 * and throws for any other request. Also throws if the request of a corporate PSU has no PSU-Corporate-ID.
 */
export function requireSession(context: WriteContext): PsuSessionRecord | null {
  context.trace.enter('PSU_SESSION');
  const session = liveSessionOf(context);
  if (session === null && context.psu.context === null)
    throw refuse(context.facts.session ? 'SCA_EXPIRED' : 'SCA_REQUIRED');
  requireCorporateId(context);
  return session;
}

/** null: the PSU has no session, or the session has expired. */
function liveSessionOf({ facts: { session }, now }: Pick<WriteContext, 'facts' | 'now'>) {
  return session !== null && now < session.authenticatedAt + sessionLifetimeMs ? session : null;
}

/** Refuses a corporate PSU without PSU-Corporate-ID. PSU-Context takes precedence over the type of the session's customer. */
export function requireCorporateId(context: WriteContext): void {
  const { psu, trace } = context;
  trace.enter('PSU_SESSION');
  const isCorporate = (psu.context ?? liveSessionOf(context)?.customerType) === 'CORPORATE';
  if (isCorporate && psu.corporateId === null)
    throw refuse('HTTP_HEADER_REQUIRED', {
      path: 'PSU-Corporate-ID',
      text: 'the header PSU-Corporate-ID is required for a corporate PSU',
    });
  trace.enter('RULES');
}

/** Whether the refusal asks for a log-in, and has no link to one yet. */
export function needsLoginLink(error: unknown): error is Refusal {
  return (
    error instanceof Refusal &&
    (error.reason === 'SCA_REQUIRED' || error.reason === 'SCA_EXPIRED') &&
    error.extras.links === undefined
  );
}

/** Renews or creates a log-in, and returns the refusal with a link to it. */
export async function withLoginLink(callContext: Context, refusal: Refusal): Promise<Refusal> {
  // The log-in is for the PSU of the stored payment or basket. The headers of this request take precedence.
  const storedPsu = refusal instanceof BankChallenge ? refusal.storedPsu : null;
  const psu = storedPsu === null ? callContext.psu : psuOf(storedPsu, callContext.psu);
  const context = { ...callContext, psu };
  const login = (await renewLogin(context)) ?? (await createLogin(context));
  if (refusal instanceof BankChallenge) await refusal.storeBankLink(context.stores, login);
  const scaRedirect = link(scaRedirectOf(context, login), 'GET');
  return new Refusal(refusal.reason, refusal.tppMessages, { ...refusal.extras, links: { scaRedirect } });
}

/** Renews the unopened log-in of an earlier request with the same values; null: there is none. */
async function renewLogin({
  stores,
  caller,
  psu,
  now,
  realNow,
  settings,
  facts,
}: Context): Promise<AuthorisationRecord | null> {
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
  const expiresAt = expiryOfNewLink(realNow, settings, facts.offsetAfterMove);
  return stores.authorisations.renewLogin(key, now, expiresAt);
}

/** Limits the log-ins that have not ended, because a TPP may repeat refused requests without end. */
async function createLogin(context: Context): Promise<AuthorisationRecord> {
  const login = newAuthorisation(context, context.psu, { kind: 'LOGIN', instructions: [] });
  if (await context.stores.authorisations.insertLogin(login, openLoginsAtMost)) return login;
  throw refuse('ACCESS_EXCEEDED', {
    text: `this TPP has ${openLoginsAtMost} open log-ins, which is the maximum; wait until some of them have ended`,
    retryAfterSeconds: 60,
  });
}
