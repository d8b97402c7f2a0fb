/**
 * Streams of events. Equal streams (shared-events.ts) execute their document once for each event, within the limits of a
 * response. At most one document runs in an iteration of the event loop. A stream ends when its caller's credential ends.
 */
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import type { Caller } from '../../domain/caller.ts';
import { every } from '../../every.ts';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { Tokens } from '../../http/door.ts';
import type { GraphQLCall } from '../call.ts';
import type { DoorPlugin, GraphQLContext } from '../context.ts';
import { limitedResult } from '../documents/response-limit.ts';
import { isResult } from '../exchange.ts';
import { isStream, setAll } from '../responses.ts';
import { sharingKeyOf } from '../shared-events.ts';

export interface StreamIntervals {
  /** Milliseconds between comments that keep the connection open. */
  readonly commentEveryMs?: number;
  /** Milliseconds between checks that the caller's credential is valid. */
  readonly checkEveryMs?: number;
}

export const useStreams = (tokens: Tokens, intervals: StreamIntervals = {}): DoorPlugin => ({
  onSubscribe({ args: { contextValue }, setSubscribeFn }) {
    setSubscribeFn(subscribe);
    return {
      onSubscribeResult({ result, setResult }) {
        const { caller } = contextValue.call;
        if (caller === null || !(Symbol.asyncIterator in result)) return;
        setResult(untilCredentialEnds(result, caller, tokens, intervals.checkEveryMs));
      },
    };
  },
  onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { exchange } }) {
    const { form } = exchange.parsed.orNull ?? {};
    if (form !== 'text/event-stream' || resultProcessor === undefined || !isResult(exchange, result)) return;
    // With yoga's own Response, a cancelled stream stays open until its source ends. With Node's, it ends at once.
    setResultProcessor(
      (events, fetchAPI, type) => resultProcessor(events, { ...fetchAPI, Response }, type),
      form,
    );
  },
  onResponse({ response, setResponse }) {
    if (!isStream(response)) return;
    const { headers, status, ok } = response;
    for (const name of removedHeaders) headers.delete(name);
    // A refused subscription keeps the header.
    if (ok) headers.delete('retry-after');
    setAll(headers, streamHeaders);
    const events = response.body && withComments(response.body, intervals.commentEveryMs);
    setResponse(new Response(events, { status, headers }));
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
  const sharingKey = sharingKeyOf(call, args.variableValues);
  return mapEvents(events as AsyncIterable<object>, (event) =>
    call.parts.sharedEvents.result(event, sharingKey, () =>
      executeEvent({ ...args, rootValue: event }, call),
    ),
  );
}

async function executeEvent(
  args: ExecutionArgs,
  { workOwner, responseLimit }: GraphQLCall,
): Promise<ExecutionResult> {
  await yieldToEventLoop(workOwner);
  const executionResult = await execute(args);
  await responseLimit.close();
  const result = limitedResult(executionResult, responseLimit);
  if (result.errors !== undefined || result.stringify !== undefined) return result;
  // A long result is written in its own iteration of the event loop, once for all streams that send it.
  await yieldToEventLoop(workOwner);
  const { data } = result;
  const text = JSON.stringify({ data });
  return { data, stringify: () => text } as ExecutionResult;
}

function mapEvents<Event, Result>(
  events: AsyncIterable<Event>,
  map: (event: Event) => Promise<Result>,
): AsyncIterableIterator<Result> {
  const inner = events[Symbol.asyncIterator]();
  return {
    async next() {
      const next = await inner.next();
      return next.done ? next : { done: false, value: await map(next.value) };
    },
    async return() {
      await inner.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** A stream ends at most five seconds after its token: this interval, the two seconds of `stillExists`, and the check itself. */
const credentialCheckMs = 2_500;

/**
 * The results until the caller's token or session ends, or the certificate is revoked. Before each result the stream checks what
 * this process knows. At intervals it also checks the database, because other processes can end the token.
 */
function untilCredentialEnds<Result>(
  results: AsyncIterable<Result>,
  caller: Caller,
  tokens: Tokens,
  checkEveryMs = credentialCheckMs,
): AsyncIterableIterator<Result> {
  const inner = results[Symbol.asyncIterator]();
  let wasRead = false;
  const checks = every(checkEveryMs, checkCredential, () => undefined);
  checks.start();

  async function checkCredential(): Promise<void> {
    // If the database is not available, nobody can have ended the token there.
    const isValid = tokens.isInForce(caller) && (await tokens.stillExists(caller).catch(() => true));
    if (!isValid) await end().catch(() => undefined);
  }

  async function end(): Promise<IteratorResult<Result>> {
    void checks.stop();
    // A source that was never read does not end by `return` alone, so it is read once.
    if (!wasRead) void inner.next().catch(() => undefined);
    await inner.return?.();
    return { done: true, value: undefined };
  }

  return {
    async next() {
      wasRead = true;
      const next = await inner.next();
      return next.done || !tokens.isInForce(caller) ? end() : next;
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const defaultCommentMs = 10_000;
/** If as many chunks wait for a slow client, no comment is added. */
const waitingChunksAtMost = 2;
const comment = new TextEncoder().encode(':\n\n');

/** Adds a comment to the stream at intervals, so that proxies do not close it. yoga sends the first comment. */
function withComments(
  events: ReadableStream<Uint8Array>,
  everyMs = defaultCommentMs,
): ReadableStream<Uint8Array> {
  const reader = events.getReader();
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(comment);
        }, everyMs).unref();
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        clearInterval(timer);
        controller.close();
      },
      cancel(reason) {
        clearInterval(timer);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: waitingChunksAtMost },
  );
}
