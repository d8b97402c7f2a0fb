/** PSU sessions (contract 5): PSU-ID with TPP-Session-ID, authenticated for 180 days once somebody has logged in. */
import { sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Context } from '../operation.ts';
import type { PsuSessionRecord } from '../ports.ts';

/** The session that the request names, with whether it is still authenticated; null when nobody has logged in. */
export async function currentSession(
  context: Context,
): Promise<{ session: PsuSessionRecord; alive: boolean } | null> {
  const { psuId, identityNumber, sessionId } = context.psu;
  if (sessionId === null || (psuId === null && identityNumber === null)) return null;
  const session = await context.stores.psuSessions.find(context.caller.tppId, {
    psuId,
    identityNumber,
    sessionId,
  });
  return session && { session, alive: context.now < session.authenticatedAt + sessionLifetimeMs };
}

/**
 * The session of a payment's creation: an authenticated one, or null with PSU-Context, when log-in and approval happen
 * together. Else the challenge. A corporate customer must name the agreement (specification 5.2, 7.2).
 */
export async function requireSession(context: Context): Promise<PsuSessionRecord | null> {
  const found = await currentSession(context);
  if (!found?.alive && context.psu.context === null) throw refuse(found ? 'SCA_EXPIRED' : 'SCA_REQUIRED');
  const session = found?.alive ? found.session : null;
  const corporate =
    context.psu.context === 'CORPORATE' ||
    (context.psu.context === null && session?.customerType === 'CORPORATE');
  if (corporate && context.psu.corporateId === null) {
    throw refuse('HTTP_HEADER_REQUIRED', {
      path: 'PSU-Corporate-ID',
      text: 'a corporate PSU needs the header PSU-Corporate-ID',
    });
  }
  return session;
}
