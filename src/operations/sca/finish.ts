/** Locks authorisations with their payments, and ends them. */
import { type EndReason, endReasons, nextScaStatus } from '../../domain/authorisations/authorisation.ts';
import { withParameters } from '../../domain/authorisations/redirect-uri.ts';
import type { Signer } from '../ports/directory.ts';
import type { AuthorisationRecord, PaymentRecord, Stores, TargetedAuthorisation } from '../ports/stores.ts';
import { type ApproveContext, type EndContext, endReasonNow, type ScaContext, targets } from './targets.ts';

/** null: the authorisation no longer exists. */
export async function lockPaymentsAndAuthorisation(
  context: Pick<ScaContext, 'stores'>,
  record: AuthorisationRecord,
): Promise<{ authorisation: TargetedAuthorisation; payments: readonly PaymentRecord[] } | null> {
  const payments = await targets[record.kind].lock(context, record);
  const authorisation = await context.stores.authorisations.lock(record.authorisationId);
  return authorisation && { authorisation, payments };
}

/** Call it first in a transaction that ends several authorisations. Otherwise two transactions could lock in different orders. */
export async function lockPaymentsOf(
  { payments, baskets }: Stores,
  tppId: string,
  authorisations: readonly Pick<AuthorisationRecord, 'paymentId' | 'basketId'>[],
): Promise<readonly PaymentRecord[]> {
  const paymentIds = authorisations.flatMap(({ paymentId }) => paymentId ?? []);
  for (const { basketId } of authorisations) {
    const basketPayments = basketId === null ? [] : await baskets.paymentsOf(basketId);
    paymentIds.push(...basketPayments.map(({ paymentId }) => paymentId));
  }
  return paymentIds.length === 0 ? [] : payments.lockMany(tppId, paymentIds);
}

export async function readPayments(
  { payments, baskets }: Stores,
  { tppId, paymentId, basketId }: AuthorisationRecord,
): Promise<readonly PaymentRecord[]> {
  if (basketId !== null) return baskets.paymentsOf(basketId);
  const payment = paymentId === null ? null : await payments.find(tppId, paymentId);
  return payment === null ? [] : [payment];
}

/**
 * Approves the target, and ends the authorisation with the result. The caller has put the hash of the approving browser's secret into
 * `authorisation.browserHash`. Later only this browser gets the address of the TPP with the ids of PSU and session. If `browserHash` is
 * null, because no browser has approved, no browser gets it.
 */
export async function approve(
  context: ApproveContext,
  authorisation: TargetedAuthorisation,
  payments: readonly PaymentRecord[],
  signer: Signer,
): Promise<AuthorisationRecord> {
  const target = targets[authorisation.kind];
  const reason = target.awaits(authorisation, payments)
    ? await target.approve(context, authorisation, payments, signer)
    : 'RESOURCE_CHANGED';
  // The PSU has authenticated, so the session is authenticated for every `reason`.
  const psuId = await authenticateSession(context, authorisation, signer);
  return endWith(context, { ...authorisation, psuId }, reason);
}

export async function abandon(
  context: ScaContext,
  authorisation: TargetedAuthorisation,
  payments: readonly PaymentRecord[],
  reason: EndReason,
): Promise<TargetedAuthorisation> {
  // The PSU has never opened the link that the creation made. The payment stays RCVD, because the TPP may put it into a basket.
  const isUnusedLink = authorisation.implicit && !authorisation.opened && reason === 'EXPIRED';
  if (!isUnusedLink && context.bank.rejectsUnapproved)
    await targets[authorisation.kind].abandon(context, authorisation, payments, reason);
  return endWith(context, authorisation, reason);
}

export async function endIfDue(
  context: ScaContext,
  authorisation: TargetedAuthorisation,
  payments: readonly PaymentRecord[],
): Promise<TargetedAuthorisation> {
  if (authorisation.endedAt !== null) return authorisation;
  const reason = endReasonNow(context, authorisation, payments);
  return reason === null ? authorisation : abandon(context, authorisation, payments, reason);
}

export async function endWith<Authorisation extends AuthorisationRecord>(
  context: EndContext,
  authorisation: Authorisation,
  reason: EndReason,
): Promise<Authorisation> {
  const change = {
    scaStatus: nextScaStatus(authorisation.scaStatus, isApprovedByPsu(reason) ? 'finalised' : 'failed'),
    endReason: reason,
    endedAt: context.now,
    psuId: authorisation.psuId,
    browserHash: authorisation.browserHash,
  };
  await context.stores.authorisations.update(authorisation.authorisationId, change);
  return { ...authorisation, ...change };
}

/** Also true if the bank then could not execute the payment. */
const isApprovedByPsu = (reason: EndReason): boolean => reason === 'APPROVED' || reason === 'PAYMENT_FAILED';

/** Returns the PSU-ID. If there is a session, but the request had no PSU-ID, the PSU-ID is new. */
async function authenticateSession(
  context: ScaContext,
  authorisation: AuthorisationRecord,
  { customer }: Signer,
): Promise<string | null> {
  const { tppId, sessionId, identityNumber } = authorisation;
  if (sessionId === null) return authorisation.psuId;
  const psuId = authorisation.psuId ?? context.ids.next();
  const { customerId, customerNumber, customerType } = customer;
  await context.stores.psuSessions.put({
    tppId,
    psuId,
    sessionId,
    identityNumber,
    customerId,
    customerNumber,
    customerType,
    authenticatedAt: context.now,
  });
  return psuId;
}

/**
 * Only for an ended authorisation, so `endReason` is not null, although its type allows null.
 * After an approval the address has the ids of PSU and session, otherwise a `message`.
 */
export function tppAddressOf(authorisation: AuthorisationRecord): string {
  const { redirectUri, endReason, psuId, sessionId } = authorisation;
  if (endReason === 'APPROVED') {
    return withParameters(redirectUri, {
      ...(psuId === null ? {} : { 'psu-id': psuId }),
      ...(sessionId === null ? {} : { 'tpp-session-id': sessionId }),
    });
  }
  return withParameters(redirectUri, { message: endReasons[endReason ?? 'EXPIRED'] });
}
