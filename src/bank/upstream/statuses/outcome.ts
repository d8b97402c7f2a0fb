/**
 * Ends an authorisation by the statuses that its payments have at the bank. Only these statuses decide about payments and baskets,
 * because the PSU may have approved at the bank although the authorisation here has expired, or although the PSU came back without
 * an approval.
 */
import type { AuthorisationKind, EndReason } from '../../../domain/authorisations/authorisation.ts';
import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { AuthorisationRecord, PaymentRecord, Stores } from '../../../operations/ports/stores.ts';
import { endWith } from '../../../operations/sca/finish.ts';
import type { EndContext } from '../../../operations/sca/targets.ts';

type ScaOutcome = Extract<EndReason, 'APPROVED' | 'REJECTED' | 'RESOURCE_CHANGED'>;

const isRejectedOrCancelled = (status: PaymentStatus): boolean => status === 'RJCT' || status === 'CANC';

/** How the bank has decided, by the statuses of the payments; null: the bank has not decided. A log-in has no such decision. */
export function outcomeOf(
  kind: AuthorisationKind,
  payments: readonly Pick<PaymentRecord, 'status'>[],
): ScaOutcome | null {
  const statuses = payments.map(({ status }) => status);
  if (kind === 'LOGIN' || statuses.length === 0) return null;
  if (kind === 'CANCELLATION') {
    if (statuses.every((status) => status === 'CANC')) return 'APPROVED';
    return statuses.every(isFinal) ? 'RESOURCE_CHANGED' : null;
  }
  // The payments of a basket may end differently. If the bank processes one of them, the PSU has approved the basket.
  if (statuses.some((status) => !awaitsApproval(status) && !isRejectedOrCancelled(status))) return 'APPROVED';
  return statuses.every(isRejectedOrCancelled) ? 'REJECTED' : null;
}

/**
 * If the bank has decided, ends the authorisation and closes its basket. Call it under the locks of `lockPaymentsAndAuthorisation`.
 */
export async function endIfDecided(
  context: EndContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
): Promise<AuthorisationRecord> {
  const { kind, tppId, basketId, endedAt } = authorisation;
  const outcome = outcomeOf(kind, payments);
  if (outcome === null) return authorisation;
  if (basketId !== null) {
    const basket = await context.stores.baskets.find(tppId, basketId);
    if (basket?.state === 'OPEN') await closeBasket(context.stores, basketId, outcome);
  }
  return endedAt === null ? endWith(context, authorisation, outcome) : authorisation;
}

/**
 * Closes an open basket that has no payment left to approve. The basket's authorisation may have ended before, for example by time.
 * Call it under the locks of the payments.
 */
export async function closeBasketIfNothingWaits(stores: Stores, basketId: string): Promise<void> {
  const payments = await stores.baskets.paymentsOf(basketId);
  const outcome = outcomeOf('BASKET', payments);
  const isWaiting = payments.some(({ status }) => awaitsApproval(status));
  if (outcome !== null && !isWaiting) await closeBasket(stores, basketId, outcome);
}

const closeBasket = ({ baskets }: Stores, basketId: string, outcome: ScaOutcome): Promise<void> =>
  baskets.close(basketId, outcome === 'APPROVED' ? 'APPROVED' : 'REJECTED');
