/** Receives a PSU who returns from the bank. Nothing that the browser sends changes the status of a payment. */
import { withParameters } from '../../domain/authorisations/redirect-uri.ts';
import { isPlainText } from '../../domain/values/plain-text.ts';
import { boundedText, isStorable } from '../../domain/values/text.ts';
import { scaRedirectOf } from '../../operations/authorisations/open.ts';
import {
  type AuthorisationRecord,
  type PaymentRecord,
  type Stores,
  unverifiedTppId,
} from '../../operations/ports/stores.ts';
import type { ApprovalParts, PsuReturn } from '../../operations/sca/approval.ts';
import { endWith, lockPaymentsAndAuthorisation, tppAddressOf } from '../../operations/sca/finish.ts';
import { belongsToBrowser, digest, isSame } from '../../operations/sca/secrets.ts';
import type { EndContext } from '../../operations/sca/targets.ts';
import { readTppTime } from '../tpp-time.ts';
import type { BankClient } from './bank-client.ts';
import { findPaymentIds } from './bank-request.ts';
import { remoteStore } from './ports.ts';
import { endIfDecided, outcomeOf } from './statuses/outcome.ts';
import type { StatusPoller } from './statuses/status-poller.ts';

export interface PsuReturnParts extends ApprovalParts {
  readonly client: Pick<BankClient, 'isPsuIdMadeHere'>;
  readonly poller: Pick<StatusPoller, 'pollNow'>;
}

const maxMessageLength = 200;
/** Several authorisations have the same return state if their calls have the same X-Request-ID. */
const maxSearchedAuthorisations = 20;
/** Up to 100 visible characters of ASCII. Any other PSU-ID from the browser is ignored. */
const psuIdPattern = /^[\x21-\x7e]{1,100}$/;

/** The bank's message comes through the browser, so only plain text reaches the TPP. */
const toShownMessage = (message: string): string =>
  isPlainText(message) ? boundedText(message, maxMessageLength) : 'rejected at the bank';

/**
 * Polls the payments, ends the authorisation by the rules of `endAuthorisation`, and returns the address to which the PSU goes next.
 * null: the return state is unknown, or another browser returned first.
 */
export async function addressAfterReturn(
  parts: PsuReturnParts,
  psuReturn: PsuReturn,
): Promise<string | null> {
  const match = await findAuthorisation(parts, psuReturn);
  if (match === null) return null;
  const { authorisation, approvalHasStarted } = match;
  const { tppId } = authorisation;
  await parts.poller.pollNow(tppId, await findPaymentIds(parts.work.of(tppId).stores, authorisation));
  const bankMessage = psuReturn.query.get('message');
  const rejectionMessage = bankMessage === null ? null : toShownMessage(bankMessage);
  return parts.work.of(tppId).transaction(async (stores) => {
    const context = { stores, now: await readTppTime(parts, stores, tppId) };
    const target = await lockPaymentsAndAuthorisation(context, authorisation);
    if (target === null || !mayClaim(target.authorisation, psuReturn.secret)) return null;
    const claimedAuthorisation = await claimForBrowser(stores, target.authorisation, psuReturn.secret);
    const { payments } = target;
    const isRejected = rejectionMessage !== null;
    const currentAuthorisation = await endAuthorisation(context, claimedAuthorisation, payments, isRejected);
    const { endReason, kind } = currentAuthorisation;
    // The bank has not decided, and the PSU has returned without a message. The PSU then goes to the address for approvals at the TPP,
    // but the service stores no approval.
    const isUndecided = endReason === null;
    // The authorisation may have expired here before the bank reported the approval.
    const isApprovedAtBank = outcomeOf(kind, payments) === 'APPROVED';
    if (endReason === 'APPROVED' || isUndecided || isApprovedAtBank) {
      const remotePsuId = psuReturn.query.get('psu-id');
      const psuAuthorisation = await storePsu(parts, stores, currentAuthorisation, remotePsuId);
      // The PSU has only logged in at the bank. Opening the link of this service again starts the approval there.
      if (isUndecided && !approvalHasStarted) return scaRedirectOf(parts, authorisation);
      return tppAddressOf({ ...psuAuthorisation, endReason: 'APPROVED' });
    }
    return rejectionMessage === null
      ? tppAddressOf(currentAuthorisation)
      : withParameters(currentAuthorisation.redirectUri, { message: rejectionMessage });
  });
}

/**
 * null: no authorisation has this link and return state, or another browser has claimed it.
 * `approvalHasStarted` is false if the PSU had to log in at the bank first: a record never has the `scaRedirect` of a log-in.
 */
async function findAuthorisation(
  { work }: PsuReturnParts,
  { returnState, linkToken, secret }: PsuReturn,
): Promise<{ authorisation: AuthorisationRecord; approvalHasStarted: boolean } | null> {
  if (!isStorable(returnState)) return null;
  const records = await work
    .of(unverifiedTppId)
    .stores.get(remoteStore)
    .findByReturnState(returnState, maxSearchedAuthorisations);
  for (const { tppId, id, scaRedirect } of records) {
    const authorisation = await work.of(tppId).stores.authorisations.find(tppId, id);
    if (authorisation !== null && isSame(authorisation.linkToken, linkToken))
      return mayClaim(authorisation, secret)
        ? { authorisation, approvalHasStarted: scaRedirect !== null }
        : null;
  }
  return null;
}

/** If the bank has not decided, a message rejects the authorisation. A return without a message approves only a LOGIN. */
async function endAuthorisation(
  context: EndContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
  isRejected: boolean,
): Promise<AuthorisationRecord> {
  const currentAuthorisation = await endIfDecided(context, authorisation, payments);
  if (currentAuthorisation.endedAt !== null) return currentAuthorisation;
  if (isRejected) return endWith(context, currentAuthorisation, 'REJECTED');
  return currentAuthorisation.kind === 'LOGIN'
    ? endWith(context, currentAuthorisation, 'APPROVED')
    : currentAuthorisation;
}

async function storePsu(
  { ids, client }: PsuReturnParts,
  stores: Stores,
  authorisation: AuthorisationRecord,
  remotePsuId: string | null,
): Promise<AuthorisationRecord> {
  const { tppId, authorisationId } = authorisation;
  const psuId = authorisation.psuId ?? ids.next();
  if (authorisation.psuId === null) await stores.authorisations.update(authorisationId, { psuId });
  const isValidPsuId = remotePsuId !== null && psuIdPattern.test(remotePsuId);
  // The bank may return the id that it got from this service. It is not an id of the bank, so it is not stored.
  if (isValidPsuId && !client.isPsuIdMadeHere(remotePsuId))
    await stores.get(remoteStore).put({ tppId, kind: 'PSU', id: psuId, reference: remotePsuId });
  return { ...authorisation, psuId };
}

/** The first browser that returns claims the authorisation. After that, no other browser may claim it. */
const mayClaim = (authorisation: AuthorisationRecord, secret: string): boolean =>
  authorisation.browserHash === null || belongsToBrowser(authorisation, secret);

async function claimForBrowser(
  { authorisations }: Stores,
  authorisation: AuthorisationRecord,
  secret: string,
): Promise<AuthorisationRecord> {
  if (authorisation.browserHash !== null) return authorisation;
  const change = { browserHash: digest(secret) };
  await authorisations.update(authorisation.authorisationId, change);
  return { ...authorisation, ...change };
}
