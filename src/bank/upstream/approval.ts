/**
 * Sends a PSU to the bank, and receives them back. This service gives the return address, which contains a secret state, only to the
 * bank. Nothing that the browser sends changes the status of a payment.
 */
import { remoteLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { withParameters } from '../../domain/authorisations/redirect-uri.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import { isPlainText } from '../../domain/values/plain-text.ts';
import { boundedText, isStorable } from '../../domain/values/text.ts';
import { scaRedirectOf } from '../../operations/authorisations/open.ts';
import {
  type AuthorisationRecord,
  type PaymentRecord,
  type Stores,
  unverifiedSenders,
} from '../../operations/ports/stores.ts';
import {
  type Approval,
  type ApprovalParts,
  createOwnApproval,
  type PsuRedirect,
  type PsuReturn,
} from '../../operations/sca/approval.ts';
import {
  endWith,
  lockPaymentsAndAuthorisation,
  readPayments,
  tppAddressOf,
} from '../../operations/sca/finish.ts';
import { belongsToBrowser, digest, isSame } from '../../operations/sca/secrets.ts';
import type { EndContext } from '../../operations/sca/targets.ts';
import type { PageView } from '../../operations/sca/view.ts';
import { readTppTime } from '../tpp-time.ts';
import type { BankClient } from './bank-client.ts';
import { createRequestFromRecord, findReference } from './bank-request.ts';
import { RemoteChallenge, redirectRecord } from './challenge.ts';
import { remoteStore } from './ports.ts';
import { endIfDecided, outcomeOf } from './statuses/outcome.ts';
import { firstPoll } from './statuses/poll-result.ts';
import { requireAnsweredPoll, type StatusPoller } from './statuses/status-poller.ts';

export interface UpstreamApprovalParts extends ApprovalParts {
  readonly client: BankClient;
  readonly poller: Pick<StatusPoller, 'pollNow' | 'refresh' | 'stale'>;
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

/** A day, because a PSU may return long after the authorisation has expired. */
const cookieSeconds = 24 * 3_600;
const maxMessageLength = 200;
/** Several authorisations have the same return state if their calls have the same X-Request-ID. */
const maxSearchedAuthorisations = 20;
/** Up to 100 visible characters of ASCII. Any other PSU-ID from the browser is ignored. */
const psuIdPattern = /^[\x21-\x7e]{1,100}$/;

/** The bank's message comes through the browser, so only plain text reaches the TPP. */
const toShownMessage = (message: string): string =>
  isPlainText(message) ? boundedText(message, maxMessageLength) : 'rejected at the bank';

export function createUpstreamApproval(parts: UpstreamApprovalParts): Approval {
  const ownPages = createOwnApproval(parts);
  return {
    ...ownPages,
    redirects: 'WHEN_OPENED',
    async open(linkToken, secret, language) {
      const { view } = await ownPages.open(linkToken, secret, language);
      if (view === null) return { view, redirect: null };
      if (view.step === 'ENDED') return { view: await withDecisionOfBank(parts, view), redirect: null };
      try {
        const redirect = await findOrStartRedirect(parts, view.authorisation);
        return { view, redirect: { ...redirect, cookieSeconds } };
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'CONFLICT') throw error;
        // In most cases the bank has already decided, so the poll ends the authorisation.
        const paymentIds = view.payments.map(({ paymentId }) => paymentId);
        await requireAnsweredPoll(parts.poller, view.authorisation.tppId, paymentIds);
        const pageAfterPoll = await ownPages.open(linkToken, view.secret ?? secret, language);
        if (pageAfterPoll.view?.step === 'ENDED') return pageAfterPoll;
        throw error;
      }
    },
    async receiveReturn(psuReturn) {
      const address = await addressAfterReturn(parts, psuReturn);
      return address === null ? null : { address };
    },
  };
}

/** If the bank reports an approval after the authorisation has expired here, the page shows the approval: the PSU need not start again. */
async function withDecisionOfBank(
  { work, poller }: UpstreamApprovalParts,
  view: PageView,
): Promise<PageView> {
  const { tppId, kind, endReason } = view.authorisation;
  if (endReason !== 'EXPIRED') return view;
  const { stores } = work.of(tppId);
  await poller.refresh(tppId, async () => view.payments.map(({ paymentId }) => paymentId));
  if (outcomeOf(kind, await readPayments(stores, view.authorisation)) !== 'APPROVED') return view;
  const authorisation = { ...view.authorisation, endReason: 'APPROVED' } as const;
  return { ...view, authorisation, returnTo: view.returnTo && tppAddressOf(authorisation) };
}

async function findOrStartRedirect(
  parts: UpstreamApprovalParts,
  authorisation: AuthorisationRecord,
): Promise<PsuRedirect> {
  const { tppId, authorisationId: id } = authorisation;
  const record = await parts.work.of(tppId).stores.get(remoteStore).find(tppId, 'AUTHORISATION', id);
  const redirect =
    record?.scaRedirect && record.returnState
      ? { scaRedirect: record.scaRedirect, returnState: record.returnState }
      : await startRedirect(parts, authorisation);
  await markOpened(parts, authorisation);
  return redirect;
}

async function startRedirect(
  parts: UpstreamApprovalParts,
  authorisation: AuthorisationRecord,
): Promise<PsuRedirect> {
  const remote = parts.work.of(authorisation.tppId).stores.get(remoteStore);
  try {
    const redirect = await startAuthorisation(parts, authorisation);
    await remote.put(redirectRecord(authorisation, redirect));
    return redirect;
  } catch (error) {
    if (!(error instanceof RemoteChallenge)) throw error;
    // This `scaRedirect` leads to a log-in, so it is not stored. When the PSU opens the link again, `startRedirect` starts the approval.
    const { returnState } = error.redirect;
    await remote.put(redirectRecord(authorisation, { returnState }));
    return error.redirect;
  }
}

async function startAuthorisation(
  parts: UpstreamApprovalParts,
  authorisation: AuthorisationRecord,
): Promise<PsuRedirect> {
  const { work, client } = parts;
  const { tppId, kind, paymentId, basketId, authorisationId } = authorisation;
  const { stores } = work.of(tppId);
  // The X-Request-ID derives from this key, so a second start repeats the same call.
  const key = { requestId: authorisationId, field: 'authorisation' };
  const request = await createRequestFromRecord(stores, authorisation, key);
  // A LOGIN gets its redirect when it is created, so this function never starts a LOGIN.
  if (kind === 'BASKET' && basketId !== null) {
    const reference = await findReference(stores, tppId, 'BASKET', basketId);
    if (reference !== null) return client.startAuthorisation(request, { kind, reference });
  } else if ((kind === 'PAYMENT' || kind === 'CANCELLATION') && paymentId !== null) {
    const payment = await stores.payments.find(tppId, paymentId);
    const reference = await findReference(stores, tppId, 'PAYMENT', paymentId);
    if (payment !== null && reference !== null) {
      const product = productOf(payment.product);
      return client.startAuthorisation(request, { kind, payment: { product, reference } });
    }
  }
  throw refuse('UNAVAILABLE', {
    retryAfterSeconds: 60,
    detail: 'the bank does not know the payment or basket of this authorisation',
  });
}

async function paymentIdsOf(
  { baskets }: Stores,
  { paymentId, basketId }: AuthorisationRecord,
): Promise<readonly string[]> {
  if (paymentId !== null) return [paymentId];
  return basketId === null ? [] : (await baskets.paymentsOf(basketId)).map((payment) => payment.paymentId);
}

/** Extends the authorisation, because the PSU may stay at the bank for longer than the link is valid. */
async function markOpened(parts: UpstreamApprovalParts, authorisation: AuthorisationRecord): Promise<void> {
  const { tppId, authorisationId, expiresAt: currentExpiry } = authorisation;
  const { stores } = parts.work.of(tppId);
  const paymentIds = await paymentIdsOf(stores, authorisation);
  await stores.get(remoteStore).pollEarlier(tppId, paymentIds, firstPoll(parts.clock()));
  const latestReturn = (await readTppTime(parts, stores, tppId)) + remoteLifetimeMs;
  const change = { opened: true, expiresAt: Math.max(currentExpiry, latestReturn) };
  await stores.authorisations.update(authorisationId, change);
}

/** null: the return state is unknown, or another browser returned first. */
async function addressAfterReturn(
  parts: UpstreamApprovalParts,
  psuReturn: PsuReturn,
): Promise<string | null> {
  const match = await findAuthorisation(parts, psuReturn);
  if (match === null) return null;
  const { authorisation, approvalHasStarted } = match;
  const { tppId } = authorisation;
  await parts.poller.pollNow(tppId, await paymentIdsOf(parts.work.of(tppId).stores, authorisation));
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
    // Until the bank has decided, a return without a message counts as an approval.
    const mayBeApproved = endReason === null && !isRejected;
    // The authorisation may have expired here before the bank reported the approval.
    const isApprovedAtBank = outcomeOf(kind, payments) === 'APPROVED';
    if (endReason === 'APPROVED' || mayBeApproved || isApprovedAtBank) {
      const remotePsuId = psuReturn.query.get('psu-id');
      const psuAuthorisation = await storePsu(parts, stores, currentAuthorisation, remotePsuId);
      // The PSU has only logged in at the bank. The link starts the approval.
      if (endReason === null && !approvalHasStarted) return scaRedirectOf(parts, authorisation);
      return tppAddressOf({ ...psuAuthorisation, endReason: 'APPROVED' });
    }
    return rejectionMessage === null
      ? tppAddressOf(currentAuthorisation)
      : withParameters(currentAuthorisation.redirectUri, { message: rejectionMessage });
  });
}

/**
 * null: no authorisation has this link and return state, or another browser has claimed it.
 * `approvalHasStarted` is false if the PSU had to log in at the bank first.
 */
async function findAuthorisation(
  { work }: UpstreamApprovalParts,
  { returnState, linkToken, secret }: PsuReturn,
): Promise<{ authorisation: AuthorisationRecord; approvalHasStarted: boolean } | null> {
  if (!isStorable(returnState)) return null;
  const records = await work
    .of(unverifiedSenders)
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
  { ids, client }: UpstreamApprovalParts,
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
