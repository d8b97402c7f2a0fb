/** How many subscriptions a TPP may hold in one process. */
import { refuse } from '../domain/refusal.ts';
import { shareOf } from '../domain/sandbox/made-tpps.ts';

export const subscriptionsPerTpp = 200;

export interface SubscriptionSlots {
  /** Takes a slot for the TPP, or throws 429; answers how to give it back. */
  take(tppId: string): () => void;
  /** How many are taken, by all TPPs. */
  count(): number;
}

export function createSubscriptionSlots(atMost = subscriptionsPerTpp): SubscriptionSlots {
  const live = new Map<string, number>();
  let all = 0;

  function release(share: string): void {
    all -= 1;
    const left = (live.get(share) ?? 1) - 1;
    if (left === 0) live.delete(share);
    else live.set(share, left);
  }

  return {
    take(tppId) {
      const share = shareOf(tppId);
      const count = live.get(share) ?? 0;
      if (count >= atMost) {
        throw refuse('ACCESS_EXCEEDED', {
          text: `a TPP may hold ${atMost} subscriptions at a time`,
          retryAfterSeconds: 30,
        });
      }
      all += 1;
      live.set(share, count + 1);
      let held = true;
      return () => {
        if (held) release(share);
        held = false;
      };
    },
    count: () => all,
  };
}
