/** PSU sessions: PSU-ID with TPP-Session-ID, authenticated for 180 days once somebody has logged in. */
import { sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Context } from '../operation.ts';
import type { PsuSessionRecord } from '../ports/stores.ts';

/**
 * The session of a payment's creation: an authenticated one, or null with PSU-Context, when log-in and approval happen
 * together. Else the challenge. A corporate customer must name the agreement.
 */
export function requireSession(context: Context): PsuSessionRecord | null {
  context.trace?.enter('PSU_SESSION');
  const found = context.facts.session;
  const alive = found !== null && context.now < found.authenticatedAt + sessionLifetimeMs;
  if (!alive && context.psu.context === null) throw refuse(found ? 'SCA_EXPIRED' : 'SCA_REQUIRED');
  const session = alive ? found : null;
  const corporate =
    context.psu.context === 'CORPORATE' ||
    (context.psu.context === null && session?.customerType === 'CORPORATE');
  if (corporate && context.psu.corporateId === null) {
    throw refuse('HTTP_HEADER_REQUIRED', {
      path: 'PSU-Corporate-ID',
      text: 'a corporate PSU needs the header PSU-Corporate-ID',
    });
  }
  context.trace?.enter('RULES');
  return session;
}
