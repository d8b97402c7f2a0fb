/** The way of a PSU to an identity provider and back: the form of the page, and the one address that providers lead back to. */
import { linkLifetimeMs } from '../domain/authorisations/authorisation.ts';
import { type HttpAnswer, type HttpRequest, reads } from '../http/messages/message.ts';
import { refusePrefetch } from '../http/messages/prefetch.ts';
import type { IdentityProvider } from '../operations/ports/identity-provider.ts';
import { returnCookieName } from '../operations/remote/redirects.ts';
import type { ProviderSteps } from '../operations/sca/provider-steps.ts';
import type { BrowserProof } from '../operations/sca/steps.ts';
import { faulty, leadOn, looked, show, type Visit, wrongMethod } from './answers.ts';
import { secretIn } from './browser.ts';
import type { PageContext } from './page.ts';

export interface ProviderParts {
  readonly steps: ProviderSteps;
  readonly provider: Pick<IdentityProvider, 'origin'>;
}

/** Sends the PSU on, or shows the page again that says why not. */
export async function goToProvider(
  { steps }: ProviderParts,
  visit: Visit,
  proof: BrowserProof,
): Promise<HttpAnswer> {
  const { view, redirect } = await steps.leave(visit.token, proof);
  if (view === null || redirect === null) return show(visit, view, null, true);
  return leadOn(visit, view, redirect, linkLifetimeMs / 1_000);
}

/** The PSU comes back. Whoever only looks, such as a scanner, changes nothing. */
export async function backFromProvider(
  { steps, provider }: ProviderParts,
  publicUrl: string,
  { method, headers, query }: HttpRequest,
  context: PageContext,
): Promise<HttpAnswer> {
  if (!reads(method)) return wrongMethod(context, 'GET');
  if (method === 'HEAD') return looked(context, null);
  refusePrefetch(headers);
  const returnState = query.get('state') ?? '';
  const secret = secretIn(headers, returnCookieName(returnState));
  const back = await steps.comeBack({ returnState, secret, query: query.toString() });
  if (back === null) return faulty(context, 'UNKNOWN_LINK');
  const { view, linkToken: token } = back;
  const path = `${context.base}/sca/${token}`;
  const visit: Visit = { context, token, path, publicUrl, secret, chosen: null, leavesFor: provider.origin };
  return show(visit, view, null, true);
}
