/** Subscriptions of a TPP in one process, and the fields that they may send for one event. */
import { refuse } from '../domain/refusal.ts';
import { shareOf } from '../domain/sandbox/generated-tpps.ts';
import { limits } from './documents/limits.ts';

export const subscriptionsPerTpp = 200;

export interface SubscriptionSlots {
  /** Takes a slot for a subscription of `fields` fields, or throws 429. Returns a function that gives it back. */
  take(tppId: string, fields: number): () => void;
  /** How many are taken, by all TPPs. */
  count(): number;
}

interface Usage {
  readonly count: number;
  readonly fields: number;
}

const none: Usage = { count: 0, fields: 0 };

export function createSubscriptionSlots(
  atMost = subscriptionsPerTpp,
  fieldsAtMost: number = limits.subscriptionFields,
): SubscriptionSlots {
  const live = new Map<string, Usage>();
  let all = 0;

  function add(share: string, count: number, fields: number): void {
    const before = live.get(share) ?? none;
    const after = { count: before.count + count, fields: before.fields + fields };
    all += count;
    if (after.count === 0) live.delete(share);
    else live.set(share, after);
  }

  return {
    take(tppId, fields) {
      const share = shareOf(tppId);
      const usage = live.get(share) ?? none;
      if (usage.count >= atMost) throw tooMany(`a TPP may hold ${atMost} subscriptions at a time`);
      if (usage.fields + fields > fieldsAtMost)
        throw tooMany(
          `the subscriptions of a TPP may answer ${fieldsAtMost} fields at an event; the open ones come to ${usage.fields}, and this one to ${fields}`,
        );
      add(share, 1, fields);
      let isHeld = true;
      return () => {
        if (isHeld) add(share, -1, -fields);
        isHeld = false;
      };
    },
    count: () => all,
  };
}

const tooMany = (text: string) => refuse('ACCESS_EXCEEDED', { text, retryAfterSeconds: 30 });
