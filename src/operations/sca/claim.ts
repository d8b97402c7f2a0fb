/**
 * Anyone with the link may see the page. A browser claims the authorisation with the first form that it sends, so programs that only
 * preview links claim nothing. A second browser takes it over in the same way.
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
  isClaimedBy,
  isFormAfterClaim,
  newSecret,
} from './secrets.ts';
import { liveSession } from './signer.ts';
import type { StepContext } from './step-context.ts';

/** Stores the PSU's language only if the authorisation belongs to the browser. */
export const openPage =
  (secret: string | null, language: PageLanguage | null): Act =>
  async (context, authorisation) => {
    if (!isClaimedBy(authorisation, secret))
      return {
        authorisation: await asUnclaimed(context, authorisation),
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
  if (isFormAfterClaim(authorisation, sender)) return authorisation;
  // A form made before the claim has a claim token.
  const { secret } = sender;
  const unclaimedRecord = await asUnclaimed(context, authorisation);
  if (secret === null || !hasFormToken(sender, claimTokenOf(secret, unclaimedRecord.customerId))) return null;
  // After a second click, the browser sends such a form although it has claimed the authorisation already.
  return isClaimedBy(authorisation, secret)
    ? authorisation
    : giveToBrowser(context, unclaimedRecord, { ...sender, secret });
}

/** The authorisation as a browser sees it that has not claimed it: only the PSU of a live session is logged in. */
async function asUnclaimed(
  context: StepContext,
  authorisation: TargetedAuthorisation,
): Promise<TargetedAuthorisation> {
  return { ...authorisation, customerId: await sessionCustomerId(context, authorisation), agreementId: null };
}

/** A customer with a live session need not enter the customer number again. null: there is no such session. */
async function sessionCustomerId(
  context: StepContext,
  authorisation: TargetedAuthorisation,
): Promise<string | null> {
  const session = await liveSession(context, authorisation);
  return session && ((await context.directory.ofSession(session))?.customerId ?? null);
}

/** Gives the authorisation to this browser. If another browser had it, that browser's log-in and approval are discarded. */
async function giveToBrowser(
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
