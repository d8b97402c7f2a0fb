/**
 * Anyone with the link may see the page. The first form that a browser sends claims the authorisation for that browser, so
 * the preview of a link does not claim it.
 */
import { linkLifetimeMs, nextScaStatus } from '../../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { TargetedAuthorisation } from '../ports/stores.ts';
import type { Act } from './acts.ts';
import {
  claimTokenOf,
  digest,
  type FormSender,
  hasFormToken,
  hasOwnForm,
  isClaimedBy,
  newSecret,
} from './secrets.ts';
import { liveSession } from './signer.ts';
import type { StepContext } from './step-context.ts';

/** Stores the PSU's language only if the authorisation belongs to the browser. */
export const open =
  (secret: string | null, language: PageLanguage | null): Act =>
  async (context, authorisation) => {
    if (!isClaimedBy(authorisation, secret))
      return {
        authorisation: await unclaimed(context, authorisation),
        ...(secret === null ? { secret: newSecret() } : {}),
      };
    if (!choosesLanguage(authorisation, secret, language)) return { authorisation };
    await context.stores.authorisations.update(authorisation.authorisationId, { language });
    return { authorisation: { ...authorisation, language } };
  };

export const choosesLanguage = (
  authorisation: TargetedAuthorisation,
  secret: string | null,
  language: PageLanguage | null,
): language is PageLanguage =>
  language !== null && language !== authorisation.language && isClaimedBy(authorisation, secret);

/** null: the form does not come from a current page of this browser. */
export async function claim(
  context: StepContext,
  authorisation: TargetedAuthorisation,
  sender: FormSender,
): Promise<TargetedAuthorisation | null> {
  if (hasOwnForm(authorisation, sender)) return authorisation;
  const { secret } = sender;
  const unclaimedRecord = await unclaimed(context, authorisation);
  if (secret === null || !hasFormToken(sender, claimTokenOf(secret, unclaimedRecord.customerId))) return null;
  return isClaimedBy(authorisation, secret)
    ? authorisation
    : bind(context, unclaimedRecord, { ...sender, secret });
}

/** The authorisation for a browser that has not claimed it: only the PSU of an authenticated session is logged in. */
async function unclaimed(
  context: StepContext,
  authorisation: TargetedAuthorisation,
): Promise<TargetedAuthorisation> {
  return { ...authorisation, customerId: await sessionCustomer(context, authorisation), agreementId: null };
}

/** The customer of the session, who need not enter the number again. */
async function sessionCustomer(
  context: StepContext,
  authorisation: TargetedAuthorisation,
): Promise<string | null> {
  const session = await liveSession(context, authorisation);
  return session && ((await context.directory.ofSession(session))?.customerId ?? null);
}

/** Gives the authorisation to this browser, and discards a log-in in another one. */
async function bind(
  context: StepContext,
  unclaimedRecord: TargetedAuthorisation,
  { secret, language }: FormSender & { readonly secret: string },
): Promise<TargetedAuthorisation> {
  const { authorisationId, customerId, agreementId, implicit, opened } = unclaimedRecord;
  const change = {
    browserHash: digest(secret),
    opened: true,
    customerId,
    agreementId,
    scaStatus: nextScaStatus(unclaimedRecord.scaStatus, customerId === null ? 'started' : 'psuAuthenticated'),
    ...(language ? { language } : {}),
    // The time of an implicit link begins with the first form.
    ...(implicit && !opened ? { expiresAt: context.now + linkLifetimeMs } : {}),
  };
  await context.stores.authorisations.update(authorisationId, change);
  await context.authentication.discardApproval(context.stores, authorisationId);
  return { ...unclaimedRecord, ...change };
}
