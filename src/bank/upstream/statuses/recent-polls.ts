/** Remembers payments polled recently, so that frequent reads cost no statement. */
import type { StaleStatus } from '../../../operations/ports/bank.ts';

export interface RecentPolls {
  /** The payments that may be polled now. */
  due(tppId: string, paymentIds: readonly string[], now: number): readonly string[];
  rest(tppId: string, paymentIds: readonly string[], until: number): void;
  /** Stores the result of the last poll; null: the status is current. */
  note(tppId: string, paymentId: string, stale: StaleStatus | null): void;
  /** Undefined if nothing is stored or the payment may be polled. */
  noted(tppId: string, paymentId: string, now: number): StaleStatus | null | undefined;
}

interface Rest {
  readonly until: number;
  stale?: StaleStatus | null;
}

/** The oldest entry is dropped beyond this bound. */
export const rememberedAtMost = 10_000;

/** A longer rest was stored by a clock that has since been set back. */
export function createRecentPolls(restsAtMostMs: number): RecentPolls {
  const rests = new Map<string, Rest>();
  const nameOf = (tppId: string, paymentId: string): string => `${tppId} ${paymentId}`;
  const restOf = (tppId: string, paymentId: string, now: number): Rest | undefined => {
    const rest = rests.get(nameOf(tppId, paymentId));
    return rest === undefined || rest.until <= now || rest.until > now + restsAtMostMs ? undefined : rest;
  };

  return {
    due: (tppId, paymentIds, now) => paymentIds.filter((id) => restOf(tppId, id, now) === undefined),
    rest(tppId, paymentIds, until) {
      for (const id of paymentIds) {
        const name = nameOf(tppId, id);
        rests.delete(name);
        rests.set(name, { until });
      }
      for (const name of rests.keys()) {
        if (rests.size <= rememberedAtMost) break;
        rests.delete(name);
      }
    },
    note(tppId, paymentId, stale) {
      const rest = rests.get(nameOf(tppId, paymentId));
      if (rest !== undefined) rest.stale = stale;
    },
    noted: (tppId, paymentId, now) => restOf(tppId, paymentId, now)?.stale,
  };
}
