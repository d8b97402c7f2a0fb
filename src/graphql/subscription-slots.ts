import { refuse } from '../domain/refusal.ts';
import { limitKeyOf } from '../domain/sandbox/generated-tpps.ts';
import { createConcurrencyLimit } from '../fairness/concurrency-limit.ts';
import { limits } from './documents/limits.ts';

export const subscriptionsPerTpp = 200;

export type SubscriptionSlots = ReturnType<typeof createSubscriptionSlots>;

export function createSubscriptionSlots(
  subscriptionsAtMost = subscriptionsPerTpp,
  fieldsAtMost: number = limits.subscriptionFields,
) {
  const totalAtMost = Number.POSITIVE_INFINITY;
  const subscriptions = createConcurrencyLimit(totalAtMost, subscriptionsAtMost);
  const fields = createConcurrencyLimit(totalAtMost, fieldsAtMost);
  return {
    /** Returns a function that releases the slot. Refuses if the TPP has no free slot, or its streams would send too many fields. */
    take(tppId: string, fieldsPerEvent: number): () => void {
      // All TPPs that one TPP has created share one key.
      const limitKey = limitKeyOf(tppId);
      const releaseSubscription = subscriptions.take(limitKey);
      if (releaseSubscription === null)
        throw tooMany(`a TPP may have at most ${subscriptionsAtMost} open subscriptions`);
      const releaseFields = fields.take(limitKey, fieldsPerEvent);
      if (releaseFields === null) {
        releaseSubscription();
        throw tooMany(
          `the subscriptions of a TPP may send at most ${fieldsAtMost} fields for an event; the open ones can send ${fields.usedBy(limitKey)}, and this one ${fieldsPerEvent}`,
        );
      }
      return () => {
        releaseSubscription();
        releaseFields();
      };
    },
    count: subscriptions.used,
  };
}

const tooMany = (text: string) => refuse('ACCESS_EXCEEDED', { text, retryAfterSeconds: 30 });
