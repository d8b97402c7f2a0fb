/** Remembers payments that were polled a short time ago, so that frequent reads cost no statement. */
import type { StaleStatus } from '../../../operations/ports/bank.ts';

export interface RecentPolls {
  /** The payments that may be polled now. */
  due(tppId: string, paymentIds: readonly string[], now: number): readonly string[];
  /** No read polls these payments before `until`. */
  block(tppId: string, paymentIds: readonly string[], until: number): void;
  /** Stores the result of the last poll of a blocked payment; null: the status is current. */
  record(tppId: string, paymentId: string, stale: StaleStatus | null): void;
  /** The result of the last poll; undefined if it is not known, or the payment may be polled. */
  find(tppId: string, paymentId: string, now: number): StaleStatus | null | undefined;
}

interface BlockedPayment {
  readonly until: number;
  stale?: StaleStatus | null;
}

/** Beyond this number the oldest payments are dropped. */
export const rememberedAtMost = 10_000;

export function createRecentPolls(maxBlockMs: number): RecentPolls {
  const blockedPayments = new Map<string, BlockedPayment>();
  const keyOf = (tppId: string, paymentId: string): string => `${tppId} ${paymentId}`;

  function findBlocked(tppId: string, paymentId: string, now: number): BlockedPayment | undefined {
    const blocked = blockedPayments.get(keyOf(tppId, paymentId));
    if (blocked === undefined || blocked.until <= now) return undefined;
    // A later `until` is from before the clock was set back.
    return blocked.until > now + maxBlockMs ? undefined : blocked;
  }

  return {
    due: (tppId, paymentIds, now) => paymentIds.filter((id) => findBlocked(tppId, id, now) === undefined),
    block(tppId, paymentIds, until) {
      for (const id of paymentIds) {
        const key = keyOf(tppId, id);
        blockedPayments.delete(key);
        blockedPayments.set(key, { until });
      }
      for (const key of blockedPayments.keys()) {
        if (blockedPayments.size <= rememberedAtMost) break;
        blockedPayments.delete(key);
      }
    },
    record(tppId, paymentId, stale) {
      const blocked = blockedPayments.get(keyOf(tppId, paymentId));
      if (blocked !== undefined) blocked.stale = stale;
    },
    find: (tppId, paymentId, now) => findBlocked(tppId, paymentId, now)?.stale,
  };
}
