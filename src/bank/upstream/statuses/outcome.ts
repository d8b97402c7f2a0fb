/**
 * Ends authorisations and baskets. Only the statuses at the bank decide how they end: a PSU may approve there after the authorisation has
 * expired here.
 */
import type { AuthorisationKind, EndReason } from '../../../domain/authorisations/authorisation.ts';
import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { AuthorisationRecord, PaymentRecord, Stores } from '../../../operations/ports/stores.ts';
import { endWith } from '../../../operations/sca/finish.ts';
import type { EndContext } from '../../../operations/sca/targets.ts';

const isRejectedOrCancelled = (status: PaymentStatus): boolean => status === 'RJCT' || status === 'CANC';

/** null: the bank has not decided. The bank does not decide about a log-in. */
export function outcomeOf(
  kind: AuthorisationKind,
  payments: readonly Pick<PaymentRecord, 'status'>[],
): EndReason | null {
  const statuses = payments.map(({ status }) => status);
  if (kind === 'LOGIN' || statuses.length === 0) return null;
  if (kind === 'CANCELLATION') {
    if (statuses.every((status) => status === 'CANC')) return 'APPROVED';
    return statuses.every(isFinal) ? 'RESOURCE_CHANGED' : null;
  }
  // If the bank processes one payment of a basket, the PSU has approved the basket.
  if (statuses.some((status) => !awaitsApproval(status) && !isRejectedOrCancelled(status))) return 'APPROVED';
  return statuses.every(isRejectedOrCancelled) ? 'REJECTED' : null;
}

/**
 * Ends the authorisation, and closes its basket, as soon as the statuses of `payments` decide, even if payments of the basket still wait.
 * Call it under the locks of `lockPaymentsAndAuthorisation`.
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
 * Unlike `endIfDecided`, needs no authorisation, but closes the basket only when none of its payments waits for an approval.
 * Call it under the locks of the payments.
 */
export async function closeBasketIfNothingWaits(stores: Stores, basketId: string): Promise<void> {
  const payments = await stores.baskets.paymentsOf(basketId);
  const outcome = outcomeOf('BASKET', payments);
  const isWaiting = payments.some(({ status }) => awaitsApproval(status));
  if (outcome !== null && !isWaiting) await closeBasket(stores, basketId, outcome);
}

const closeBasket = ({ baskets }: Stores, basketId: string, outcome: EndReason): Promise<void> =>
  baskets.close(basketId, outcome === 'APPROVED' ? 'APPROVED' : 'REJECTED');
