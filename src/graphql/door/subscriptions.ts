/** How many subscriptions a TPP may hold in one process, and how long each may stay open. */

import type { Caller } from '../../domain/caller.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Tokens } from '../../http/door.ts';
import type { SubscriptionCounter } from '../context.ts';

export interface StreamPauses {
  /** Milliseconds between comments. */
  readonly commentEveryMs?: number;
  /** Milliseconds between looks at whether the caller is still admitted. */
  readonly lookEveryMs?: number;
}

/** What is seen may be two seconds old, so that a stream ends within five seconds of its token. */
const twiceInFiveSeconds = 2_500;

export const subscriptionsPerTpp = 200;

export function createSubscriptionCounter(atMost = subscriptionsPerTpp): SubscriptionCounter {
  const live = new Map<string, number>();
  return {
    take(tppId) {
      const count = live.get(tppId) ?? 0;
      if (count >= atMost) {
        throw refuse('ACCESS_EXCEEDED', {
          text: `a TPP may hold ${atMost} subscriptions at a time`,
          retryAfterSeconds: 30,
        });
      }
      live.set(tppId, count + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const left = (live.get(tppId) ?? 1) - 1;
        if (left === 0) live.delete(tppId);
        else live.set(tppId, left);
      };
    },
  };
}

/**
 * The results until the caller's token or session ends, or its certificate is revoked. Looked at before each result, and
 * by the clock where none comes; whether another process has ended the token is asked of the database.
 */
export function whileAdmitted<Result>(
  results: AsyncIterable<Result>,
  caller: Caller,
  tokens: Pick<Tokens, 'stands' | 'known'>,
  lookEveryMs = twiceInFiveSeconds,
): AsyncIterableIterator<Result> {
  const inner = results[Symbol.asyncIterator]();
  let awake = false;
  const looks = setInterval(look, lookEveryMs).unref();

  async function look(): Promise<void> {
    // While the database is away nobody can have told it of an end.
    const admitted = tokens.stands(caller) && (await tokens.known(caller).catch(() => true));
    if (!admitted) await end().catch(() => undefined);
  }

  async function end(): Promise<IteratorResult<Result>> {
    clearInterval(looks);
    // A source awakes when it is first read; one that has not could not be told to end, and would watch for ever.
    if (!awake) void inner.next().catch(() => undefined);
    await inner.return?.();
    return { done: true, value: undefined };
  }

  return {
    async next() {
      awake = true;
      const next = await inner.next();
      return next.done || !tokens.stands(caller) ? end() : next;
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
