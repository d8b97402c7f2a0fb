/**
 * The events of a stream: the document is executed for each, once for all streams that are alike, within the bounds of an
 * answer. One execution begins in an iteration of the event loop, however many streams there are.
 */
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import { boundedResult } from '../documents/answer-size.ts';
import type { DoorPlugin, GraphQLContext, RequestState } from '../request.ts';
import { likenessOf } from '../shared-events.ts';

export const useEventStreams = (): DoorPlugin => ({
  onSubscribe({ args, setSubscribeFn }) {
    const { state } = args.contextValue;
    state.likeness = likenessOf(state, args.variableValues);
    setSubscribeFn(subscribed);
  },
});

async function subscribed(args: ExecutionArgs) {
  const { state } = args.contextValue as GraphQLContext;
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  return mapped(events as AsyncIterable<object>, (event) =>
    state.parts.sharedEvents.result(event, state.likeness, () =>
      executed({ ...args, rootValue: event }, state),
    ),
  );
}

async function executed(args: ExecutionArgs, { owner, size }: RequestState): Promise<ExecutionResult> {
  await yieldToEventLoop(owner);
  const result = await execute(args);
  await size.rest();
  const made = boundedResult(result, size, false);
  if (made.errors !== undefined || made.stringify !== undefined) return made;
  // A long answer is written in an iteration of its own.
  await yieldToEventLoop(owner);
  return written(made);
}

/** Written once, for all that send it. */
function written({ data }: ExecutionResult): ExecutionResult {
  const text = JSON.stringify({ data });
  return { data, stringify: () => text } as ExecutionResult;
}

function mapped<Event, Result>(
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
