/**
 * Streams of events. A document is executed once for each event and all equal streams, within the bounds of a response, and at
 * most once in an iteration of the event loop. A stream ends with the token, session or certificate of its caller.
 */
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import type { Caller } from '../../domain/caller.ts';
import { every } from '../../every.ts';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { Tokens } from '../../http/door.ts';
import type { GraphQLCall } from '../call.ts';
import type { DoorPlugin, GraphQLContext } from '../context.ts';
import { boundedResult } from '../documents/answer-size.ts';
import { isResult } from '../exchange.ts';
import { isStream, setAll } from '../responses.ts';
import { likenessOf } from '../shared-events.ts';

export interface StreamPauses {
  readonly commentEveryMs?: number;
  /** Milliseconds between checks that the caller's credential is valid. */
  readonly lookEveryMs?: number;
}

export const useStreams = (tokens: Tokens, pauses: StreamPauses = {}): DoorPlugin => ({
  onSubscribe({ args: { contextValue }, setSubscribeFn }) {
    setSubscribeFn(subscribe);
    return {
      onSubscribeResult({ result, setResult }) {
        const { caller } = contextValue.call;
        if (caller === null || !(Symbol.asyncIterator in result)) return;
        setResult(whileAdmitted(result, caller, tokens, pauses.lookEveryMs));
      },
    };
  },
  onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { exchange } }) {
    const { form } = exchange.parsed.orNull ?? {};
    if (form !== 'text/event-stream' || resultProcessor === undefined || !isResult(exchange, result)) return;
    setResultProcessor(
      (events, fetchAPI, type) => resultProcessor(events, { ...fetchAPI, Response }, type),
      form,
    );
  },
  onResponse({ response, setResponse }) {
    if (!isStream(response)) return;
    const { headers, status } = response;
    for (const name of onlyYogas) headers.delete(name);
    setAll(headers, ofStreams);
    const events = response.body && withComments(response.body, pauses.commentEveryMs);
    setResponse(new Response(events, { status, headers }));
  },
});

const ofStreams = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};
/** Headers of yoga that this service removes from a stream. */
const onlyYogas = ['connection', 'content-encoding', 'retry-after'];

async function subscribe(args: ExecutionArgs) {
  const { call } = args.contextValue as GraphQLContext;
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const likeness = likenessOf(call, args.variableValues);
  return mapEvents(events as AsyncIterable<object>, (event) =>
    call.parts.sharedEvents.result(event, likeness, () => executed({ ...args, rootValue: event }, call)),
  );
}

async function executed(args: ExecutionArgs, { owner, size }: GraphQLCall): Promise<ExecutionResult> {
  await yieldToEventLoop(owner);
  const result = await execute(args);
  await size.rest();
  const answer = boundedResult(result, size, false);
  if (answer.errors !== undefined || answer.stringify !== undefined) return answer;
  // A long result is written in its own iteration of the event loop.
  await yieldToEventLoop(owner);
  return writeResult(answer);
}

/** Written once for all streams that send it. */
function writeResult({ data }: ExecutionResult): ExecutionResult {
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

/** At most two seconds old, so that a stream ends within five seconds of its token. */
const twiceInFiveSeconds = 2_500;

/**
 * The results until the caller's token or session ends or the certificate is revoked. Checks before each result and at
 * intervals; other processes end tokens through the database.
 */
function whileAdmitted<Result>(
  results: AsyncIterable<Result>,
  caller: Caller,
  tokens: Tokens,
  lookEveryMs = twiceInFiveSeconds,
): AsyncIterableIterator<Result> {
  const inner = results[Symbol.asyncIterator]();
  let awake = false;
  const looks = every(lookEveryMs, look, () => undefined);
  looks.start();

  async function look(): Promise<void> {
    // Without the database nobody can have ended the session.
    const admitted = tokens.isInForce(caller) && (await tokens.stillExists(caller).catch(() => true));
    if (!admitted) await end().catch(() => undefined);
  }

  async function end(): Promise<IteratorResult<Result>> {
    void looks.stop();
    // A source that was never read cannot be ended, so it is read once.
    if (!awake) void inner.next().catch(() => undefined);
    await inner.return?.();
    return { done: true, value: undefined };
  }

  return {
    async next() {
      awake = true;
      const next = await inner.next();
      return next.done || !tokens.isInForce(caller) ? end() : next;
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const everyTenSeconds = 10_000;
const comment = new TextEncoder().encode(':\n\n');

/** The stream with comments, so that proxies do not close it; yoga sends the first. */
function withComments(
  events: ReadableStream<Uint8Array>,
  everyMs = everyTenSeconds,
): ReadableStream<Uint8Array> {
  const reader = events.getReader();
  let pause: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        pause = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(comment);
        }, everyMs).unref();
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        clearInterval(pause);
        controller.close();
      },
      cancel(reason) {
        clearInterval(pause);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 2 },
  );
}
