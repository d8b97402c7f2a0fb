/** Warnings about the statuses of payments, for callers who read those separately: whether a remote bank has told them. */
import type { TppMessage } from '../../domain/refusal.ts';
import { paymentRead } from '../operation.ts';
import { type ShownStatus, staleStatuses, warningsOf } from '../remote/stale.ts';

export const getStatusWarnings = paymentRead({
  name: 'getStatusWarnings',
  async run(context, payments: readonly ShownStatus[]): Promise<ReadonlyMap<string, readonly TppMessage[]>> {
    const stale = await staleStatuses(context, payments);
    return new Map([...stale].map(([paymentId, one]) => [paymentId, warningsOf([one])]));
  },
});
