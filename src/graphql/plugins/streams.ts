/**
 * Streams of events. Equal streams (shared-events.ts) execute their document once for each event, within the limits of a
 * response. At most one document runs in an iteration of the event loop. A stream ends when its caller's credential ends.
 */
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import { mapAsyncIterator } from 'graphql-yoga';
import type { Caller } from '../../domain/caller.ts';
import { every } from '../../every.ts';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { Tokens } from '../../http/door.ts';
import type { DoorPlugin, GraphQLCall, GraphQLContext } from '../call.ts';
import { limitResult } from '../documents/response-limit.ts';
import { isOperationResult, isStream, setAll } from '../exchange.ts';
import { sharingKeyOf } from '../shared-events.ts';

export const useStreams = (tokens: Tokens, checkEveryMs = credentialCheckMs): DoorPlugin => ({
  onSubscribe({ args: { contextValue }, setSubscribeFn }) {
    setSubscribeFn(subscribe);
    return {
      onSubscribeResult({ result, setResult }) {
        const { caller } = contextValue.call.parsed;
        if (caller === null || !(Symbol.asyncIterator in result)) return;
        setResult(streamUntilCredentialEnds(result, caller, tokens, checkEveryMs));
      },
    };
  },
  onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { exchange } }) {
    const { mediaType } = exchange.parsed.orNull ?? {};
    if (
      mediaType !== 'text/event-stream' ||
      resultProcessor === undefined ||
      !isOperationResult(exchange, result)
    )
      return;
    // With yoga's own Response, a cancelled stream stays open until its source ends. With Node's Response, the stream ends at once.
    setResultProcessor(
      (events, fetchAPI, type) => resultProcessor(events, { ...fetchAPI, Response }, type),
      mediaType,
    );
  },
  onResponse({ response }) {
    if (!isStream(response)) return;
    const { headers, ok } = response;
    for (const name of removedHeaders) headers.delete(name);
    // A refused subscription keeps Retry-After.
    if (ok) headers.delete('retry-after');
    setAll(headers, streamHeaders);
  },
});

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};
/** Headers that yoga sets and a stream must not have. */
const removedHeaders = ['connection', 'content-encoding'];

async function subscribe(args: ExecutionArgs) {
  const { call } = args.contextValue as GraphQLContext;
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const sharingKey = sharingKeyOf(call.parsed, args.variableValues);
  return mapAsyncIterator(events as AsyncIterable<object>, (event) =>
    call.parts.sharedEvents.executeOnce(event, sharingKey, () =>
      executeEvent({ ...args, rootValue: event }, call),
    ),
  );
}

async function executeEvent(
  args: ExecutionArgs,
  { parsed: { workOwner, responseLimit } }: GraphQLCall,
): Promise<ExecutionResult> {
  await yieldToEventLoop(workOwner);
  const executionResult = await execute(args);
  await responseLimit.close();
  const { stringify, ...result } = limitResult(executionResult, responseLimit);
  // yoga masks errors later, so yoga itself must write a result with errors.
  return result.errors ? result : ({ ...result, stringify } as ExecutionResult);
}

/**
 * The pause between checks of the credential. A stream ends at most five seconds after its token, because the next check begins
 * after this pause at the latest, `stillExists` may use a read that is up to two seconds old, and the check takes time.
 */
const credentialCheckMs = 2_500;

/**
 * Returns the results until the caller's token or session ends, or the certificate is revoked. Before each result the stream checks
 * what this process knows. At intervals it also checks the database, because other processes can end the token.
 */
function streamUntilCredentialEnds<Result>(
  results: AsyncIterable<Result>,
  caller: Caller,
  tokens: Tokens,
  checkEveryMs: number,
): AsyncIterableIterator<Result> {
  const inner = results[Symbol.asyncIterator]();
  const checks = every(checkEveryMs, checkCredential, () => undefined);
  checks.start();

  async function checkCredential(): Promise<void> {
    // While the database is not available, nobody can end the token there.
    const isValid = tokens.isInForce(caller) && (await tokens.stillExists(caller).catch(() => true));
    if (!isValid) await end().catch(() => undefined);
  }

  async function end(): Promise<IteratorResult<Result>> {
    void checks.stop();
    await inner.return?.();
    return { done: true, value: undefined };
  }

  return {
    async next() {
      const next = await inner.next();
      return next.done || !tokens.isInForce(caller) ? end() : next;
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
