/** Warnings about the statuses of payments, for callers who read those separately: whether a remote bank has not answered. */
import type { TppMessage } from '../../domain/refusal.ts';
import { paymentRead } from '../operation.ts';
import { unansweredWarnings } from '../remote/unanswered.ts';

export const getStatusWarnings = paymentRead({
  name: 'getStatusWarnings',
  async run(
    { follower },
    paymentIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly TppMessage[]>> {
    return new Map(paymentIds.map((id) => [id, unansweredWarnings(follower, [id])]));
  },
});
