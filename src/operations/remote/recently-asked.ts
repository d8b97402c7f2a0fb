/** Which payments this process need not ask a remote bank for yet: a status that is read often costs no statement more. */

export interface RecentlyAsked {
  /** Those of the payments that may be asked for now; the others rest. */
  due(tppId: string, paymentIds: readonly string[], now: number): readonly string[];
  /** They rest until `until`. */
  rest(tppId: string, paymentIds: readonly string[], until: number): void;
}

/** How many payments are remembered; of the longest known it is forgotten that they rest. */
export const rememberedAtMost = 10_000;

/** `restsAtMostMs`: what is to rest for longer was noted by a clock that has been set back since. */
export function createRecentlyAsked(restsAtMostMs: number): RecentlyAsked {
  const restsUntil = new Map<string, number>();
  const nameOf = (tppId: string, paymentId: string): string => `${tppId} ${paymentId}`;

  return {
    due: (tppId, paymentIds, now) =>
      paymentIds.filter((id) => {
        const until = restsUntil.get(nameOf(tppId, id)) ?? now;
        return until <= now || until > now + restsAtMostMs;
      }),
    rest(tppId, paymentIds, until) {
      for (const id of paymentIds) {
        const name = nameOf(tppId, id);
        restsUntil.delete(name);
        restsUntil.set(name, until);
      }
      for (const name of restsUntil.keys()) {
        if (restsUntil.size <= rememberedAtMost) break;
        restsUntil.delete(name);
      }
    },
  };
}
