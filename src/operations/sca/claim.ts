/**
 * Which browser an authorisation belongs to. Anybody with the link may see its page, and a preview of the link takes nothing
 * from anybody; the first form that a browser sends claims the authorisation for that browser.
 */
import { linkLifetimeMs, nextScaStatus } from '../../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { TargetedAuthorisation } from '../ports/stores.ts';
import type { Act } from './acts.ts';
import { type BrowserProof, claimTokenOf, digest, matches, newSecret, proven, proves } from './secrets.ts';
import { liveSession } from './signer.ts';
import type { StepContext } from './step-context.ts';

/** Shows the page; the language that the PSU chose is kept once the authorisation is their browser's. */
export const open =
  (secret: string | null, language: PageLanguage | null): Act =>
  async (context, live) => {
    if (!matches(live, secret))
      return {
        authorisation: await unclaimed(context, live),
        ...(secret === null ? { secret: newSecret() } : {}),
      };
    if (!choosesLanguage(live, secret, language)) return { authorisation: live };
    await context.stores.authorisations.update(live.authorisationId, { language });
    return { authorisation: { ...live, language } };
  };

/** Whether the browser that has the authorisation chooses another language for it. */
export const choosesLanguage = (
  authorisation: TargetedAuthorisation,
  secret: string | null,
  language: PageLanguage | null,
): language is PageLanguage =>
  language !== null && language !== authorisation.language && matches(authorisation, secret);

/** The authorisation of the browser that sent the form; null when the form is not from a current page of that browser. */
export async function claim(
  context: StepContext,
  live: TargetedAuthorisation,
  proof: BrowserProof,
): Promise<TargetedAuthorisation | null> {
  if (proven(live, proof)) return live;
  const { secret } = proof;
  const fresh = await unclaimed(context, live);
  if (secret === null || !proves(proof, claimTokenOf(secret, fresh.customerId))) return null;
  return matches(live, secret) ? live : bind(context, fresh, { ...proof, secret });
}

/** As a browser sees it that has not claimed it: nobody has logged in, except the PSU of an authenticated session. */
async function unclaimed(context: StepContext, live: TargetedAuthorisation): Promise<TargetedAuthorisation> {
  return { ...live, customerId: await sessionCustomer(context, live), agreementId: null };
}

/** The customer of the PSU's session, who need not give the number again. */
async function sessionCustomer(
  context: StepContext,
  authorisation: TargetedAuthorisation,
): Promise<string | null> {
  const session = await liveSession(context, authorisation);
  return session && ((await context.directory.ofSession(session))?.customerId ?? null);
}

/** Binds the authorisation to a browser; a log-in made in another browser is discarded. */
async function bind(
  context: StepContext,
  fresh: TargetedAuthorisation,
  { secret, language }: BrowserProof & { readonly secret: string },
): Promise<TargetedAuthorisation> {
  const { authorisationId, customerId, agreementId, implicit, opened } = fresh;
  const change = {
    browserHash: digest(secret),
    opened: true,
    customerId,
    agreementId,
    scaStatus: nextScaStatus(fresh.scaStatus, customerId === null ? 'started' : 'psuAuthenticated'),
    ...(language ? { language } : {}),
    // The lifetime of a link made with its payment begins with the first form.
    ...(implicit && !opened ? { expiresAt: context.now + linkLifetimeMs } : {}),
  };
  await context.stores.authorisations.update(authorisationId, change);
  await context.authentication.forget(context.stores, authorisationId);
  return { ...fresh, ...change };
}
