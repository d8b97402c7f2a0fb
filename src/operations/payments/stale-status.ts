import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import { instantText } from '../../domain/values/iso-date.ts';
import type { ReadContext } from '../operation.ts';
import type { StaleStatus } from '../ports/bank.ts';

export interface ShownStatus {
  readonly paymentId: string;
  readonly status: PaymentStatus;
}

/** A final status is never out of date. */
export async function staleStatuses(
  { bank, caller }: Pick<ReadContext, 'bank' | 'caller'>,
  payments: readonly ShownStatus[],
): Promise<ReadonlyMap<string, StaleStatus>> {
  const ids = payments.flatMap(({ paymentId, status }) => (isFinal(status) ? [] : [paymentId]));
  return ids.length === 0 ? new Map() : bank.statuses.stale(caller.tppId, ids);
}

export async function staleWarnings(
  context: Pick<ReadContext, 'bank' | 'caller'>,
  payments: readonly ShownStatus[],
): Promise<readonly TppMessage[]> {
  return warningsOf([...(await staleStatuses(context, payments)).values()]);
}

const causes = {
  UNANSWERED: { code: 'SYSTEM_ERROR', cause: 'this service gets no status from the bank at the moment' },
  UNKNOWN: { code: 'RESOURCE_UNKNOWN', cause: 'the bank reports that it does not know the payment' },
  GIVEN_UP: {
    code: 'RESOURCE_UNKNOWN',
    cause: 'the bank no longer knows the payment, and the service no longer asks for its status',
  },
} as const;

/** One warning for each cause, with its earliest report. If a payment has had no report, the warning names the payment's creation. */
export function warningsOf(stale: readonly StaleStatus[]): readonly TppMessage[] {
  return Object.entries(causes).flatMap(([causeName, { code, cause }]) => {
    const staleOfCause = stale.filter(({ why }) => why === causeName);
    if (staleOfCause.length === 0) return [];
    const reportTimes = staleOfCause.flatMap(({ reportedAt }) => reportedAt ?? []);
    const haveAllReports = reportTimes.length === staleOfCause.length;
    const lastUpdate = haveAllReports
      ? `at ${instantText(Math.min(...reportTimes))}`
      : 'when the payment was created';
    const text = `${cause}; the status was last updated ${lastUpdate}`;
    return [{ category: 'WARNING', code, path: 'transactionStatus', text } as const];
  });
}
