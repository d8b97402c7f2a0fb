import { refuse } from '../domain/refusal.ts';
import { limitKeyOf } from '../domain/sandbox/generated-tpps.ts';
import { limits } from './documents/limits.ts';

export const subscriptionsPerTpp = 200;

export interface SubscriptionSlots {
  /** Returns a function that releases the slot. Refuses if the TPP has no free slot, or too few fields left. */
  take(tppId: string, fields: number): () => void;
  count(): number;
}

interface Usage {
  readonly count: number;
  readonly fields: number;
}

const noUsage: Usage = { count: 0, fields: 0 };

export function createSubscriptionSlots(
  subscriptionsAtMost = subscriptionsPerTpp,
  fieldsAtMost: number = limits.subscriptionFields,
): SubscriptionSlots {
  // All generated TPPs of a family have the same limit key.
  const usages = new Map<string, Usage>();
  let openCount = 0;

  function add(limitKey: string, count: number, fields: number): void {
    const before = usages.get(limitKey) ?? noUsage;
    const after = { count: before.count + count, fields: before.fields + fields };
    openCount += count;
    if (after.count === 0) usages.delete(limitKey);
    else usages.set(limitKey, after);
  }

  return {
    take(tppId, fields) {
      const limitKey = limitKeyOf(tppId);
      const usage = usages.get(limitKey) ?? noUsage;
      if (usage.count >= subscriptionsAtMost)
        throw tooMany(`a TPP may have at most ${subscriptionsAtMost} open subscriptions`);
      if (usage.fields + fields > fieldsAtMost)
        throw tooMany(
          `the subscriptions of a TPP may send at most ${fieldsAtMost} fields for an event; the open ones can send ${usage.fields}, and this one ${fields}`,
        );
      add(limitKey, 1, fields);
      let isOpen = true;
      return () => {
        if (isOpen) add(limitKey, -1, -fields);
        isOpen = false;
      };
    },
    count: () => openCount,
  };
}

const tooMany = (text: string) => refuse('ACCESS_EXCEEDED', { text, retryAfterSeconds: 30 });
