/** How many subscriptions a TPP may hold in one process. */
import { refuse } from '../domain/refusal.ts';
import { shareOf } from '../domain/sandbox/made-tpps.ts';

export const subscriptionsPerTpp = 200;

/** Takes a slot for the TPP, or throws 429; answers how to give it back. */
export function createSubscriptionSlots(atMost = subscriptionsPerTpp): (tppId: string) => () => void {
  const live = new Map<string, number>();
  return (tppId) => {
    const share = shareOf(tppId);
    const count = live.get(share) ?? 0;
    if (count >= atMost) {
      throw refuse('ACCESS_EXCEEDED', {
        text: `a TPP may hold ${atMost} subscriptions at a time`,
        retryAfterSeconds: 30,
      });
    }
    live.set(share, count + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const left = (live.get(share) ?? 1) - 1;
      if (left === 0) live.delete(share);
      else live.set(share, left);
    };
  };
}
