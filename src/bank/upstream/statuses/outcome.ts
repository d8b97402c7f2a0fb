/**
 * Ends an authorisation by the payment statuses that the bank reports. Neither the browser nor time decides, because the PSU
 * may have approved in the meantime.
 */
import type { AuthorisationKind, EndReason } from '../../../domain/authorisations/authorisation.ts';
import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { AuthorisationRecord, PaymentRecord } from '../../../operations/ports/stores.ts';
import { endedBy } from '../../../operations/sca/finish.ts';
import type { EndContext } from '../../../operations/sca/targets.ts';

type ScaOutcome = Extract<EndReason, 'APPROVED' | 'REJECTED' | 'RESOURCE_CHANGED'>;

const isRefused = (status: PaymentStatus): boolean => status === 'RJCT' || status === 'CANC';

/** null if the bank has not decided; it never does for a log-in. */
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

/** Runs under the locks of `lockAll`; returns the resulting authorisation. */
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
