/**
 * Streams of events. The document is executed for each event, once for all streams that are alike, within the bounds of an
 * answer; one execution begins in an iteration of the event loop, however many streams there are. A stream ends when the token
 * or session of its caller ends, or the certificate behind it is revoked.
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
  /** Milliseconds between comments. */
  readonly commentEveryMs?: number;
  /** Milliseconds between looks at whether the caller is still admitted. */
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
/** What yoga says of a stream, and this service does not. */
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
  // A long answer is written in an iteration of its own.
  await yieldToEventLoop(owner);
  return writeResult(answer);
}

/** Written once, for all that send it. */
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

/** What is seen may be two seconds old, so that a stream ends within five seconds of its token. */
const twiceInFiveSeconds = 2_500;

/**
 * The results until the caller's token or session ends, or its certificate is revoked. Looked at before each result, and
 * by the clock where none comes; whether another process has ended the token is asked of the database.
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

const everyTenSeconds = 10_000;
const comment = new TextEncoder().encode(':\n\n');

/** The stream with comments in between, so that no proxy takes it for dead; the first one is yoga's. */
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
