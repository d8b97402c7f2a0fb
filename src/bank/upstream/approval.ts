/** Sends a PSU to the bank. This service gives the return address, which contains a secret state, only to the bank. */
import { remoteLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import type { AuthorisationRecord } from '../../operations/ports/stores.ts';
import { type Approval, createOwnApproval, type PsuRedirect } from '../../operations/sca/approval.ts';
import { readPayments, tppAddressOf } from '../../operations/sca/finish.ts';
import type { PageView } from '../../operations/sca/view.ts';
import { readTppTime } from '../tpp-time.ts';
import type { BankClient } from './bank-client.ts';
import { createRequestFromRecord, findPaymentIds, findReference } from './bank-request.ts';
import { RemoteChallenge, redirectRecord } from './challenge.ts';
import { remoteStore } from './ports.ts';
import { addressAfterReturn, type PsuReturnParts } from './psu-return.ts';
import { outcomeOf } from './statuses/outcome.ts';
import { firstPoll } from './statuses/poll-result.ts';
import { requireAnsweredPoll, type StatusPoller } from './statuses/status-poller.ts';

export interface UpstreamApprovalParts extends PsuReturnParts {
  readonly client: BankClient;
  readonly poller: Pick<StatusPoller, 'pollNow' | 'refresh' | 'stale'>;
}

/** A day, because a PSU may return long after the authorisation has expired. */
const cookieSeconds = 24 * 3_600;

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
        // The bank refused to start an approval, in most cases because it has already decided. Then the poll ends the authorisation.
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

/**
 * Polls the payments soon, because the PSU now approves at the bank. Extends the authorisation, because the PSU may stay there for longer
 * than the link is valid.
 */
async function markOpened(parts: UpstreamApprovalParts, authorisation: AuthorisationRecord): Promise<void> {
  const { tppId, authorisationId, expiresAt: currentExpiry } = authorisation;
  const { stores } = parts.work.of(tppId);
  const paymentIds = await findPaymentIds(stores, authorisation);
  await stores.get(remoteStore).pollEarlier(tppId, paymentIds, firstPoll(parts.clock()));
  const latestReturn = (await readTppTime(parts, stores, tppId)) + remoteLifetimeMs;
  const change = { opened: true, expiresAt: Math.max(currentExpiry, latestReturn) };
  await stores.authorisations.update(authorisationId, change);
}
