/** A browser claims an authorisation, or takes it over, with its first form. Programs that only preview links claim nothing. */
import { nextScaStatus } from '../../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { TargetedAuthorisation } from '../ports/stores.ts';
import type { Act } from './acts.ts';
import {
  claimTokenOf,
  digest,
  type FormSender,
  formTokenOf,
  hasFormToken,
  isClaimedBy,
  newSecret,
} from './secrets.ts';
import { findSessionForApproval } from './signer.ts';
import type { StepContext } from './step-context.ts';

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
  const { secret, language } = sender;
  if (secret === null) return null;
  const isClaimed = isClaimedBy(authorisation, secret);
  if (isClaimed && hasFormToken(sender, formTokenOf(secret))) return authorisation;
  // A page from before the claim has the claim token in its form.
  const unclaimedRecord = await asUnclaimed(context, authorisation);
  if (!hasFormToken(sender, claimTokenOf(secret, unclaimedRecord.customerId))) return null;
  // If the PSU clicked twice on that page, the first click has already claimed the authorisation for this browser.
  return isClaimed ? authorisation : giveToBrowser(context, unclaimedRecord, secret, language ?? null);
}

/** The record for a browser that has not claimed the authorisation. It has the customer of a live session, or no customer. */
async function asUnclaimed(
  context: StepContext,
  authorisation: TargetedAuthorisation,
): Promise<TargetedAuthorisation> {
  const session = await findSessionForApproval(context, authorisation);
  const customer = session && (await context.directory.ofSession(session));
  return { ...authorisation, customerId: customer?.customerId ?? null, agreementId: null };
}

/** Discards the log-in and the approval of another browser. */
async function giveToBrowser(
  context: StepContext,
  unclaimedRecord: TargetedAuthorisation,
  secret: string,
  language: PageLanguage | null,
): Promise<TargetedAuthorisation> {
  const { authorisationId, customerId, agreementId, implicit, opened } = unclaimedRecord;
  const change = {
    browserHash: digest(secret),
    opened: true,
    customerId,
    agreementId,
    scaStatus: nextScaStatus(unclaimedRecord.scaStatus, customerId === null ? 'started' : 'psuAuthenticated'),
    ...(language ? { language } : {}),
    // The lifetime of an implicit authorisation begins with the first form.
    ...(implicit && !opened ? { expiresAt: context.newExpiry } : {}),
  };
  await context.stores.authorisations.update(authorisationId, change);
  await context.authentication.discardApproval(context.stores, authorisationId);
  return { ...unclaimedRecord, ...change };
}
