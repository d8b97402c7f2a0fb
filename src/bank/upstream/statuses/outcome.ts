/**
 * What becomes of an authorisation here by what a remote bank says of its payments. Nobody else decides: neither what a
 * browser brings back, nor the time that has passed, for the PSU may have approved meanwhile.
 */
import type { AuthorisationKind, EndReason } from '../../../domain/authorisations/authorisation.ts';
import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { AuthorisationRecord, PaymentRecord } from '../../../operations/ports/stores.ts';
import { endedBy } from '../../../operations/sca/finish.ts';
import type { EndContext } from '../../../operations/sca/targets.ts';

type ScaOutcome = Extract<EndReason, 'APPROVED' | 'REJECTED' | 'RESOURCE_CHANGED'>;

const isRefused = (status: PaymentStatus): boolean => status === 'RJCT' || status === 'CANC';

/** null: the bank has not said yet; of a log-in it never does. */
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
  // A basket is not atomic: one payment that goes on shows that it was signed.
  if (statuses.some((status) => !awaitsApproval(status) && !isRefused(status))) return 'APPROVED';
  return statuses.every(isRefused) ? 'REJECTED' : null;
}

/** Ends what the bank has decided, under the locks of `lockAll`; answers how the authorisation is then. */
export async function settle(
  context: EndContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
): Promise<AuthorisationRecord> {
  const { kind, tppId, basketId, endedAt } = authorisation;
  const outcome = outcomeOf(kind, payments);
  if (outcome === null) return authorisation;
  if (basketId !== null) {
    const { baskets } = context.stores;
    const basket = await baskets.find(tppId, basketId);
    if (basket?.state === 'OPEN')
      await baskets.close(basketId, outcome === 'APPROVED' ? 'APPROVED' : 'REJECTED');
  }
  return endedAt === null ? endedBy(context, authorisation, outcome) : authorisation;
}
