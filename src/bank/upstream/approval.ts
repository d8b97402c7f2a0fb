/**
 * Redirects the PSU to the upstream bank and back. The return address is known only to the bank. When the PSU returns, the
 * bank is asked for the statuses; nothing that the browser brings decides anything.
 */
import { awayLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { withParameters } from '../../domain/authorisations/redirect-uri.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import { isPlainText } from '../../domain/values/plain-text.ts';
import { boundedText } from '../../domain/values/text.ts';
import type { AuthorisationRecord, PaymentRecord, Stores } from '../../operations/ports/stores.ts';
import {
  type Approval,
  type ApprovalParts,
  approvalHere,
  type PsuRedirect,
  type PsuReturn,
} from '../../operations/sca/approval.ts';
import { endedBy, lockAll, returnAddress } from '../../operations/sca/finish.ts';
import { belongs, digest, same } from '../../operations/sca/secrets.ts';
import { type EndContext, productOf } from '../../operations/sca/targets.ts';
import { tppTime } from '../tpp-time.ts';
import { referenceOf, requestForPsu } from './bank-request.ts';
import { RemoteChallenge } from './challenge.ts';
import type { BankClient } from './client-port.ts';
import { keepPsu, keepRedirect } from './redirects.ts';
import { outcomeOf, settle } from './statuses/outcome.ts';
import type { StatusPoller } from './statuses/status-poller.ts';

export interface UpstreamApprovalParts extends ApprovalParts {
  readonly client: BankClient;
  readonly poller: Pick<StatusPoller, 'pollNow'>;
}

/** Anybody with the link may go to the bank; the first browser to return owns the authorisation. */
const isFreeFor = (authorisation: AuthorisationRecord, secret: string): boolean =>
  authorisation.browserHash === null || belongs(authorisation, secret);

async function hold(
  { authorisations }: Stores,
  authorisation: AuthorisationRecord,
  secret: string,
): Promise<AuthorisationRecord> {
  if (authorisation.browserHash !== null) return authorisation;
  const change = { browserHash: digest(secret) };
  await authorisations.update(authorisation.authorisationId, change);
  return { ...authorisation, ...change };
}

const messageCharactersAtMost = 200;
/** Authorisations of one X-Request-ID that are searched, newest first. */
const ofOneState = 20;
/** Any other PSU-ID from a browser is ignored. */
const psuIdShape = /^[\x21-\x7e]{1,100}$/;

/** The bank's message comes through the browser, so only plain text is passed on. */
const shownMessage = (message: string): string =>
  isPlainText(message, []) ? boundedText(message, messageCharactersAtMost) : 'rejected at the bank';

export function createUpstreamApproval(parts: UpstreamApprovalParts): Approval {
  const here = approvalHere(parts);
  return {
    ...here,
    leaves: 'WHEN_OPENED',
    async open(linkToken, secret, language) {
      const { view } = await here.open(linkToken, secret, language);
      if (view === null || view.step === 'ENDED') return { view, redirect: null };
      const redirect = await redirectOf(parts, view.authorisation);
      if (redirect !== null) return { view, redirect };
      // The bank has already decided.
      const answer = await here.open(linkToken, view.secret ?? secret, language);
      if (answer.view?.step === 'ENDED') return answer;
      const text = 'the bank cannot start this authorisation now';
      throw refuse('CONFLICT', { retryAfterSeconds: 5, text });
    },
    async comeBack(come) {
      const address = await backTo(parts, come);
      return address === null ? null : { address };
    },
  };
}

/** Where to redirect the PSU; null if the bank has already decided. */
async function redirectOf(
  parts: UpstreamApprovalParts,
  authorisation: AuthorisationRecord,
): Promise<PsuRedirect | null> {
  const { tppId, authorisationId: id } = authorisation;
  const record = await parts.work.of(tppId).read.remote.find(tppId, 'AUTHORISATION', id);
  const redirect =
    record?.scaRedirect && record.returnState
      ? { scaRedirect: record.scaRedirect, returnState: record.returnState }
      : await begin(parts, authorisation);
  if (redirect !== null) await giveTime(parts, authorisation);
  return redirect;
}

/** Starts the authorisation there. The bank may have decided already, or require a log-in first. */
async function begin(
  parts: UpstreamApprovalParts,
  authorisation: AuthorisationRecord,
): Promise<PsuRedirect | null> {
  const { read } = parts.work.of(authorisation.tppId);
  try {
    const redirect = await start(parts, authorisation);
    await keepRedirect(read, authorisation, redirect);
    return redirect;
  } catch (error) {
    if (error instanceof RemoteChallenge) {
      // After the log-in the same link must lead to the approval.
      await keepRedirect(read, authorisation, { returnState: error.redirect.returnState });
      return error.redirect;
    }
    if (!(error instanceof Refusal) || error.reason !== 'CONFLICT') throw error;
    await askAbout(parts, authorisation);
    return null;
  }
}

async function start(parts: UpstreamApprovalParts, authorisation: AuthorisationRecord): Promise<PsuRedirect> {
  const { work, client } = parts;
  const { tppId, kind, paymentId, basketId } = authorisation;
  const { read } = work.of(tppId);
  const request = await requestForPsu(read, authorisation);
  if (kind === 'BASKET') {
    const reference = await referenceOf(read, tppId, 'BASKET', basketId ?? '');
    if (reference !== null) return client.startAuthorisation(request, { kind, reference });
  } else if (kind !== 'LOGIN') {
    const payment = await read.payments.find(tppId, paymentId ?? '');
    const reference = await referenceOf(read, tppId, 'PAYMENT', paymentId ?? '');
    if (payment !== null && reference !== null) {
      const product = productOf(parts, payment);
      return client.startAuthorisation(request, { kind, payment: { product, reference } });
    }
  }
  throw refuse('UNAVAILABLE', {
    retryAfterSeconds: 60,
    detail: 'the bank does not know the payment or basket of this authorisation',
  });
}

async function askAbout(
  { work, poller }: UpstreamApprovalParts,
  { tppId, paymentId, basketId }: AuthorisationRecord,
): Promise<void> {
  const payments = basketId === null ? [] : await work.of(tppId).read.baskets.paymentsOf(basketId);
  const ids = paymentId === null ? payments.map((one) => one.paymentId) : [paymentId];
  await poller.pollNow(tppId, ids);
}

/** The PSU may stay longer than our link lives. */
async function giveTime(
  parts: UpstreamApprovalParts,
  { tppId, authorisationId, expiresAt: before }: AuthorisationRecord,
): Promise<void> {
  const { read } = parts.work.of(tppId);
  const away = (await tppTime(parts, read, tppId)) + awayLifetimeMs;
  const change = { opened: true, expiresAt: Math.max(before, away) };
  await read.authorisations.update(authorisationId, change);
}

/** Where to redirect the returning PSU; null if the state is unknown or another browser returned first. */
async function backTo(parts: UpstreamApprovalParts, come: PsuReturn): Promise<string | null> {
  const authorisation = await authorisationOf(parts, come);
  if (authorisation === null) return null;
  const { tppId } = authorisation;
  await askAbout(parts, authorisation);
  const message = come.query.get('message');
  const text = message === null ? null : shownMessage(message);
  return parts.work.of(tppId).transaction(async (stores) => {
    const context = { stores, now: await tppTime(parts, stores, tppId) };
    const target = await lockAll(context, authorisation);
    if (target === null || !isFreeFor(target.authorisation, come.secret)) return null;
    const heldAuthorisation = await hold(stores, target.authorisation, come.secret);
    const endedAuthorisation = await end(context, heldAuthorisation, target.payments, text);
    const { endReason } = endedAuthorisation;
    const welcome =
      endReason === 'APPROVED' ||
      (endReason === null && text === null) ||
      outcomeOf(endedAuthorisation.kind, target.payments) === 'APPROVED';
    if (welcome) {
      const psuAuthorisation = await withPsu(parts, stores, endedAuthorisation, come.query.get('psu-id'));
      return returnAddress({ ...psuAuthorisation, endReason: 'APPROVED' });
    }
    return text === null
      ? returnAddress(endedAuthorisation)
      : withParameters(endedAuthorisation.redirectUri, { message: text });
  });
}

/** The authorisation of the link, if it has this state and no other browser returned. */
async function authorisationOf(
  { work }: UpstreamApprovalParts,
  { returnState, linkToken, secret }: PsuReturn,
): Promise<AuthorisationRecord | null> {
  for (const { tppId, id } of await work.read.remote.withState(returnState, ofOneState)) {
    const authorisation = await work.of(tppId).read.authorisations.find(tppId, id);
    if (authorisation !== null && same(authorisation.linkToken, linkToken))
      return isFreeFor(authorisation, secret) ? authorisation : null;
  }
  return null;
}

/** Ends the authorisation as the bank says. The browser can only end a log-in or the authorisation; it moves no payment. */
async function end(
  context: EndContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
  message: string | null,
): Promise<AuthorisationRecord> {
  const settledAuthorisation = await settle(context, authorisation, payments);
  if (settledAuthorisation.endedAt !== null) return settledAuthorisation;
  if (message !== null) return endedBy(context, settledAuthorisation, 'REJECTED');
  return settledAuthorisation.kind === 'LOGIN'
    ? endedBy(context, settledAuthorisation, 'APPROVED')
    : settledAuthorisation;
}

/** A PSU named only by identity number gets an id of ours; the bank's own id is stored. */
async function withPsu(
  { ids, client }: UpstreamApprovalParts,
  stores: Stores,
  authorisation: AuthorisationRecord,
  remotePsuId: string | null,
): Promise<AuthorisationRecord> {
  const { tppId, authorisationId } = authorisation;
  const psuId = authorisation.psuId ?? ids.next();
  if (authorisation.psuId === null) await stores.authorisations.update(authorisationId, { psuId });
  const isTheirs = remotePsuId !== null && psuIdShape.test(remotePsuId);
  // One of our ids names a PSU of this TPP already, or one of another TPP.
  if (isTheirs && !client.isOwnPsuId(remotePsuId))
    await keepPsu(stores, { tppId, id: psuId, reference: remotePsuId });
  return { ...authorisation, psuId };
}
