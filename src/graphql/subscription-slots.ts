import { refuse } from '../domain/refusal.ts';
import { limitKeyOf } from '../domain/sandbox/generated-tpps.ts';
import { limits } from './documents/limits.ts';

export const subscriptionsPerTpp = 200;

export type SubscriptionSlots = ReturnType<typeof createSubscriptionSlots>;

export function createSubscriptionSlots(
  subscriptionsAtMost = subscriptionsPerTpp,
  fieldsAtMost: number = limits.subscriptionFields,
) {
  // By limit key: all TPPs that one TPP has created share one key.
  const usages = new Map<string, { count: number; fields: number }>();
  return {
    /** Returns a function that releases the slot. Refuses if the TPP has no free slot, or its streams would send too many fields. */
    take(tppId: string, fieldsPerEvent: number): () => void {
      const limitKey = limitKeyOf(tppId);
      const usage = usages.get(limitKey) ?? { count: 0, fields: 0 };
      if (usage.count >= subscriptionsAtMost)
        throw tooMany(`a TPP may have at most ${subscriptionsAtMost} open subscriptions`);
      if (usage.fields + fieldsPerEvent > fieldsAtMost)
        throw tooMany(
          `the subscriptions of a TPP may send at most ${fieldsAtMost} fields for an event; the open ones can send ${usage.fields}, and this one ${fieldsPerEvent}`,
        );
      usage.count += 1;
      usage.fields += fieldsPerEvent;
      usages.set(limitKey, usage);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        usage.count -= 1;
        usage.fields -= fieldsPerEvent;
        if (usage.count === 0) usages.delete(limitKey);
      };
    },
    count: () => [...usages.values()].reduce((sum, { count }) => sum + count, 0),
  };
}

const tooMany = (text: string) => refuse('ACCESS_EXCEEDED', { text, retryAfterSeconds: 30 });
