/**
 * The 401 challenge (specification 7.3): a request that needs a PSU session and has none is refused with a link to the
 * log-in page. The link is kept in a transaction of its own, for that of the refused request is rolled back.
 */
import { link } from '../../domain/payments/links.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Context } from '../context.ts';
import { openAuthorisation, scaRedirectOf } from './open.ts';

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
  const login = await openAuthorisation(context, context.psu, { kind: 'LOGIN', instructions: [] });
  const scaRedirect = link(scaRedirectOf(context, login), 'GET');
  return new Refusal(refusal.reason, refusal.tppMessages, { ...refusal.extras, links: { scaRedirect } });
}
