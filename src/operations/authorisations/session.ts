/** A session is a PSU-ID together with a TPP-Session-ID. A log-in authenticates it for 180 days. */
import { openLoginsPerTppAtMost, sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { link } from '../../domain/payments/links.ts';
import { type Reason, Refusal, refuse } from '../../domain/refusal.ts';
import type { Context } from '../operation.ts';
import { BankChallenge } from '../ports/bank.ts';
import type { WriteContext } from '../ports/context.ts';
import type { AuthorisationRecord, PsuSessionRecord, SessionWithCustomer, Stores } from '../ports/stores.ts';
import { newAuthorisation, scaRedirectOf } from './open.ts';
import { psuOf } from './psu.ts';

/** A request with PSU-Context needs no session, because the PSU logs in when approving. */
export function requireSession(context: WriteContext): void {
  context.trace.enter('PSU_SESSION');
  if (context.psu.context === null && liveSessionOf(context) === null)
    throw refuse(context.facts.session ? 'SCA_EXPIRED' : 'SCA_REQUIRED');
  requireCorporateId(context);
}

const liveSessionOf = ({ facts: { session }, now }: Pick<WriteContext, 'facts' | 'now'>) =>
  nullIfExpired(session, now);

const nullIfExpired = <Session extends PsuSessionRecord>(session: Session | null, now: number) =>
  session !== null && now < session.authenticatedAt + sessionLifetimeMs ? session : null;

/** The session that the request for the authorisation names. null: it names none, there is no such session, or it has expired. */
export async function findLiveSession(
  { stores, now }: { readonly stores: Pick<Stores, 'psuSessions'>; readonly now: number },
  { tppId, psuId, identityNumber, sessionId }: AuthorisationRecord,
): Promise<SessionWithCustomer | null> {
  if (sessionId === null || (psuId === null && identityNumber === null)) return null;
  return nullIfExpired(await stores.psuSessions.find(tppId, { psuId, identityNumber, sessionId }), now);
}

/** PSU-Context takes precedence over the type of the session's customer. */
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

/** true: the response to a refusal for this reason has a link to the log-in page. */
export const requiresLogin = (reason: Reason): boolean =>
  reason === 'SCA_REQUIRED' || reason === 'SCA_EXPIRED';

export const needsLoginLink = (error: unknown): error is Refusal =>
  error instanceof Refusal && requiresLogin(error.reason);

/**
 * Stores a log-in, and returns the refusal with the link to it. If the refusal is a BankChallenge, the link redirects the PSU to the bank.
 * `storedPsu` of the challenge fills in what the request does not say about the PSU.
 */
export async function withLoginLink(callContext: Context, refusal: Refusal): Promise<Refusal> {
  const storedPsu = refusal instanceof BankChallenge ? refusal.storedPsu : null;
  const psu = storedPsu === null ? callContext.psu : psuOf(storedPsu, callContext.psu);
  const context = { ...callContext, psu };
  const newLogin = newAuthorisation(context, psu, { kind: 'LOGIN', instructions: [] });
  const login = await renewOrInsert(context, newLogin);
  if (refusal instanceof BankChallenge) await refusal.storeBankLink(context.stores, login);
  const scaRedirect = link(scaRedirectOf(context, login), 'GET');
  return new Refusal(refusal.reason, refusal.tppMessages, { ...refusal.extras, links: { scaRedirect } });
}

/** Renews a log-in of the same PSU on which the PSU has not acted yet, so that repeated requests store only one log-in. */
async function renewOrInsert(
  { stores: { authorisations }, now }: Context,
  login: AuthorisationRecord,
): Promise<AuthorisationRecord> {
  const renewedLogin = await authorisations.renewLogin(login, now);
  if (renewedLogin !== null) return renewedLogin;
  // A TPP can repeat refused requests without end, so the number of its open log-ins has a limit.
  if (await authorisations.insertLogin(login, openLoginsPerTppAtMost)) return login;
  throw refuse('ACCESS_EXCEEDED', {
    text: `this TPP has ${openLoginsPerTppAtMost} open log-ins, which is the maximum; wait until some of them have ended`,
    retryAfterSeconds: 60,
  });
}
