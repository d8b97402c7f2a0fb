/** Remembers which payments were polled recently, so that frequent reads of a payment cost no SQL statement. */
import { LRUCache } from 'lru-cache';
import type { StaleStatus } from '../../../operations/ports/bank.ts';

/** Reads do not poll this payment before `until`. */
interface BlockedPayment {
  readonly until: number;
  /** null: the status is current. Absent until a result is known. */
  result?: StaleStatus | null;
}

/** If there are more payments, `block` drops those with the oldest block. */
export const maxRememberedPayments = 10_000;

export type RecentPolls = ReturnType<typeof createRecentPolls>;

export function createRecentPolls(maxBlockMs: number) {
  const blockedPayments = new LRUCache<string, BlockedPayment>({ max: maxRememberedPayments });
  const keyOf = (tppId: string, paymentId: string): string => `${tppId} ${paymentId}`;

  function findBlocked(tppId: string, paymentId: string, now: number): BlockedPayment | undefined {
    const blocked = blockedPayments.peek(keyOf(tppId, paymentId));
    if (blocked === undefined || blocked.until <= now) return undefined;
    // If a block seems longer than `maxBlockMs`, the clock was set back, so the block is ignored.
    return blocked.until > now + maxBlockMs ? undefined : blocked;
  }

  return {
    filterUnblocked: (tppId: string, paymentIds: readonly string[], now: number): readonly string[] =>
      paymentIds.filter((id) => findBlocked(tppId, id, now) === undefined),
    block(tppId: string, paymentIds: readonly string[], until: number): void {
      for (const id of paymentIds) blockedPayments.set(keyOf(tppId, id), { until });
    },
    /** null: the status is current. */
    saveResult(tppId: string, paymentId: string, result: StaleStatus | null): void {
      const blocked = blockedPayments.peek(keyOf(tppId, paymentId));
      if (blocked !== undefined) blocked.result = result;
    },
    /** undefined: the result is not known, or the payment may be polled. */
    findResult: (tppId: string, paymentId: string, now: number): StaleStatus | null | undefined =>
      findBlocked(tppId, paymentId, now)?.result,
  };
}
