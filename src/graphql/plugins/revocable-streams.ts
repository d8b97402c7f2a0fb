/** A stream ends when the token or session of its caller ends, or the certificate behind it is revoked. */
import type { Caller } from '../../domain/caller.ts';
import { every } from '../../every.ts';
import type { Tokens } from '../../http/door.ts';
import type { DoorPlugin } from '../request.ts';

/** What is seen may be two seconds old, so that a stream ends within five seconds of its token. */
const twiceInFiveSeconds = 2_500;

export const useRevocableStreams = (tokens: Tokens, lookEveryMs = twiceInFiveSeconds): DoorPlugin => ({
  onSubscribe: ({ args: { contextValue } }) => ({
    onSubscribeResult({ result, setResult }) {
      const { caller } = contextValue.state;
      if (caller === null || !(Symbol.asyncIterator in result)) return;
      setResult(whileAdmitted(result, caller, tokens, lookEveryMs));
    },
  }),
});

/**
 * The results until the caller's token or session ends, or its certificate is revoked. Looked at before each result, and
 * by the clock where none comes; whether another process has ended the token is asked of the database.
 */
function whileAdmitted<Result>(
  results: AsyncIterable<Result>,
  caller: Caller,
  tokens: Tokens,
  lookEveryMs: number,
): AsyncIterableIterator<Result> {
  const inner = results[Symbol.asyncIterator]();
  let awake = false;
  const looks = every(lookEveryMs, look, () => undefined);
  looks.start();

  async function look(): Promise<void> {
    // While the database is away nobody can have told it of an end.
    const admitted = tokens.stands(caller) && (await tokens.known(caller).catch(() => true));
    if (!admitted) await end().catch(() => undefined);
  }

  async function end(): Promise<IteratorResult<Result>> {
    void looks.stop();
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
