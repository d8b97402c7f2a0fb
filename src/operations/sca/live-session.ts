/** The authenticated session of a PSU, by which the pages know who they are. */
import { sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import type { AuthorisationRecord, PsuSessionStore } from '../ports/stores.ts';
import type { ScaContext } from './targets.ts';

type LiveSession = NonNullable<Awaited<ReturnType<PsuSessionStore['find']>>>;

/** The session by which the PSU is known, and need not log in again; a log-in always asks again. */
export async function liveSession(
  { stores, now }: Pick<ScaContext, 'stores' | 'now'>,
  { kind, psuContext, sessionId, psuId, identityNumber, tppId }: AuthorisationRecord,
): Promise<LiveSession | null> {
  if (
    kind === 'LOGIN' ||
    psuContext !== null ||
    sessionId === null ||
    (psuId === null && identityNumber === null)
  )
    return null;
  const session = await stores.psuSessions.find(tppId, { psuId, identityNumber, sessionId });
  if (session === null || now >= session.authenticatedAt + sessionLifetimeMs) return null;
  // A session found by PSU-ID may belong to another person than X-PSU-IDENTITY names: then ask.
  return identityNumber !== null && identityNumber !== session.customerNumber ? null : session;
}
