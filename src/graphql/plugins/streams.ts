/** Runs subscriptions and sets the headers of streams. Equal streams execute their document once for each event. */
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import { mapAsyncIterator } from 'graphql-yoga';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { DoorPlugin, GraphQLCall, GraphQLContext } from '../call.ts';
import { limitResult } from '../documents/response-limit.ts';
import { isOperationResult, isStream, setAll } from '../exchange.ts';
import { sharingKeyOf } from '../shared-events.ts';

export const useStreams = (): DoorPlugin => ({
  onSubscribe({ setSubscribeFn }) {
    setSubscribeFn(subscribe);
  },
  onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { exchange } }) {
    const { mediaType } = exchange.parsed.orNull ?? {};
    if (mediaType !== 'text/event-stream' || !isOperationResult(exchange, result)) return;
    if (resultProcessor === undefined) return;
    // This sets the Response of Node, because with yoga's own a cancelled stream stays open until its source ends.
    setResultProcessor(
      (events, fetchAPI, type) => resultProcessor(events, { ...fetchAPI, Response }, type),
      mediaType,
    );
  },
  onResponse({ response }) {
    if (!isStream(response)) return;
    const { headers, ok } = response;
    headers.delete('connection');
    headers.delete('content-encoding');
    // The result of a query or a mutation that is sent as a stream may have set this header. A successful stream must not have it.
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

async function executeEvent(args: ExecutionArgs, { parsed: { workOwner, responseLimit } }: GraphQLCall) {
  await yieldToEventLoop(workOwner);
  const executionResult = await execute(args);
  await responseLimit.finishReads();
  const { stringify, ...result } = limitResult(executionResult, responseLimit);
  // With `stringify` yoga does not write the result itself. But yoga must write a result with errors, because yoga first masks the errors.
  return result.errors ? result : ({ ...result, stringify } as ExecutionResult);
}
