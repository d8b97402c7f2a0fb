/** A stream ends when its caller no longer stands, and its places are counted by TPP (subscriptions.ts). */
import type { ExecutionResult } from 'graphql';
import type { VerifiedCaller } from '../../web/door.ts';
import type { DoorPlugin } from '../request.ts';

/** Milliseconds between two looks at whether the caller of a silent stream still stands. */
const lookEveryMs = 5_000;

export function useRevocableStreams(
  stands: (caller: VerifiedCaller) => boolean,
  everyMs = lookEveryMs,
): DoorPlugin {
  return {
    onSubscribe: ({
      args: {
        contextValue: { caller },
      },
    }) => ({
      onSubscribeResult({ result, setResult }) {
        if (caller === null || !(Symbol.asyncIterator in result)) return;
        setResult(whileTrue(() => stands(caller), result, everyMs));
      },
    }),
  };
}

/** The events until the condition no longer holds. Not a generator: to end one would wait for the next event. */
function whileTrue(
  holds: () => boolean,
  events: AsyncIterable<ExecutionResult>,
  everyMs: number,
): AsyncIterableIterator<ExecutionResult> {
  const iterator = events[Symbol.asyncIterator]();
  const done = { done: true, value: undefined } as const;
  const looking = setInterval(() => {
    if (!holds()) void end();
  }, everyMs).unref();
  async function end() {
    clearInterval(looking);
    await iterator.return?.();
    return done;
  }
  return {
    async next() {
      const found = await iterator.next();
      if (!found.done && holds()) return found;
      return end();
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
