/** Which payments this process need not poll yet: a status that is read often costs no statement more. */
import type { StaleStatus } from '../../../operations/ports/bank.ts';

export interface RecentPolls {
  /** Those of the payments that may be polled now; the others rest. */
  due(tppId: string, paymentIds: readonly string[], now: number): readonly string[];
  /** They rest until `until`. */
  rest(tppId: string, paymentIds: readonly string[], until: number): void;
  /** Notes the result of the last poll of a payment that rests; null: its status. */
  note(tppId: string, paymentId: string, stale: StaleStatus | null): void;
  /** What was noted of a payment that rests; undefined: nothing, or it does not rest. */
  noted(tppId: string, paymentId: string, now: number): StaleStatus | null | undefined;
}

interface Rest {
  readonly until: number;
  stale?: StaleStatus | null;
}

/** How many payments are remembered; of the longest known it is forgotten that they rest. */
export const rememberedAtMost = 10_000;

/** `restsAtMostMs`: what is to rest for longer was noted by a clock that has been set back since. */
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
