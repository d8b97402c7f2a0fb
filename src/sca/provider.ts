/** The way of a PSU to an identity provider and back: the form of the page, and the one address that providers lead back to. */
import { linkLifetimeMs } from '../domain/authorisations/authorisation.ts';
import type { HttpAnswer, HttpRequest } from '../http/message.ts';
import type { ProviderSteps } from '../operations/sca/provider-steps.ts';
import type { BrowserProof } from '../operations/sca/steps.ts';
import { faulty, leadOn, show, type Visit } from './answers.ts';
import type { Departure } from './browser.ts';
import type { PageContext } from './page.ts';

/** Sends the PSU on, or shows the page again that says why not. */
export async function goToProvider(
  steps: ProviderSteps,
  visit: Visit,
  proof: BrowserProof,
): Promise<HttpAnswer> {
  const { view, redirect } = await steps.leave(visit.token, proof);
  if (view === null || redirect === null) return show(visit, view, null, true);
  return leadOn(visit, view, redirect, linkLifetimeMs / 1_000);
}

/** By what a PSU who comes back is known: the state of the address, and the cookie that goes with it. */
export interface Returning {
  readonly returnState: string;
  readonly departure: Departure | null;
}

/** The PSU comes back. */
export async function backFromProvider(
  steps: ProviderSteps,
  publicUrl: string,
  { query }: HttpRequest,
  context: PageContext,
  { returnState, departure }: Returning,
): Promise<HttpAnswer> {
  const secret = departure?.secret ?? null;
  const back = await steps.comeBack({ returnState, secret, query: query.toString() });
  if (back === null) return faulty(context, 'UNKNOWN_LINK');
  const { view, linkToken: token } = back;
  const path = `${context.base}/sca/${token}`;
  const visit: Visit = { context, token, path, publicUrl, secret, chosen: null };
  return show(visit, view, null, true);
}
