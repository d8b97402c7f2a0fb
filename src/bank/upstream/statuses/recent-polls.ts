/** Remembers payments that were polled a short time ago, so that frequent reads cost no statement. */
import type { StaleStatus } from '../../../operations/ports/bank.ts';

/** A payment that no read polls before `until`. */
interface BlockedPayment {
  readonly until: number;
  /** The result of the last poll; null: the status is current. Absent until a result is known. */
  result?: StaleStatus | null;
}

/** If more payments than this are blocked, those that were blocked first are dropped. */
export const maxRememberedPayments = 10_000;

export type RecentPolls = ReturnType<typeof createRecentPolls>;

export function createRecentPolls(maxBlockMs: number) {
  const blockedPayments = new Map<string, BlockedPayment>();
  const keyOf = (tppId: string, paymentId: string): string => `${tppId} ${paymentId}`;

  function findBlocked(tppId: string, paymentId: string, now: number): BlockedPayment | undefined {
    const blocked = blockedPayments.get(keyOf(tppId, paymentId));
    if (blocked === undefined || blocked.until <= now) return undefined;
    // No block is longer than `maxBlockMs`. If one seems longer, the clock was set back, so the block no longer counts.
    return blocked.until > now + maxBlockMs ? undefined : blocked;
  }

  return {
    /** The payments that may be polled now. */
    filterDue: (tppId: string, paymentIds: readonly string[], now: number): readonly string[] =>
      paymentIds.filter((id) => findBlocked(tppId, id, now) === undefined),
    /** No read polls these payments before `until`. */
    block(tppId: string, paymentIds: readonly string[], until: number): void {
      for (const id of paymentIds) {
        const key = keyOf(tppId, id);
        blockedPayments.delete(key);
        blockedPayments.set(key, { until });
      }
      for (const key of blockedPayments.keys()) {
        if (blockedPayments.size <= maxRememberedPayments) break;
        blockedPayments.delete(key);
      }
    },
    /** Stores the result of the last poll of a blocked payment; null: the status is current. */
    saveResult(tppId: string, paymentId: string, result: StaleStatus | null): void {
      const blocked = blockedPayments.get(keyOf(tppId, paymentId));
      if (blocked !== undefined) blocked.result = result;
    },
    /** The result of the last poll; undefined: the result is not known, or the payment may be polled. */
    findResult: (tppId: string, paymentId: string, now: number): StaleStatus | null | undefined =>
      findBlocked(tppId, paymentId, now)?.result,
  };
}
