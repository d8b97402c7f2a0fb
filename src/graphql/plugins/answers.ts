/**
 * Answers over HTTP. Yoga writes the results and streams of operations; what is refused as a whole is answered as REST answers
 * it, in JSON under the status of the refusal, and what was answered before is given again.
 */
import type { ExecutionResult } from 'graphql';
import type { FetchAPI } from 'graphql-yoga';
import { Refusal, refuse } from '../../domain/refusal.ts';
import type { KnownFailure } from '../../http/door.ts';
import { httpOf, originOf } from '../errors.ts';
import type { DoorPlugin, RequestState } from '../request.ts';
import { isStream, responseOf } from '../responses.ts';
import { logDefect } from './noted-refusals.ts';

export interface StreamPauses {
  /** Milliseconds between comments. */
  readonly commentEveryMs?: number;
  /** Milliseconds between looks at whether the caller is still admitted. */
  readonly lookEveryMs?: number;
}

export function useAnswers(knownFailure: KnownFailure, pauses: StreamPauses = {}): DoorPlugin {
  /** The answer to a request that was refused before its operation ran, or after. */
  function refused(
    state: RequestState,
    { errors: [error] = [] }: ExecutionResult,
    fetchAPI: FetchAPI,
  ): Response {
    if (error === undefined) throw new Error('yoga has made neither a result nor an error');
    const { cause: thrown, defectId } = originOf(error);
    const known = thrown instanceof Refusal ? thrown : knownFailure(thrown);
    state.thrown = thrown;
    state.http.trace.failed(known ?? refuse('SYSTEM_ERROR'));
    if (defectId !== null) logDefect(state.http.log, defectId, thrown);
    const { allow, retryAfterSeconds } = known?.extras ?? {};
    return new fetchAPI.Response(JSON.stringify({ errors: [error] }), {
      status: typeof error.extensions.status === 'number' ? error.extensions.status : 400,
      headers: {
        'content-type': 'application/json',
        ...(allow ? { allow: allow.join(', ') } : {}),
        ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
      },
    });
  }

  return {
    onExecutionResult({ result, setResult, context: { state } }) {
      if (result === undefined) return;
      const made = Symbol.asyncIterator in result ? result : written(result, state);
      state.result = made;
      setResult(made);
    },
    onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { state } }) {
      const { earlier } = state;
      if (earlier !== null) setResultProcessor((_, fetchAPI) => responseOf(earlier, fetchAPI), '');
      // Yoga has caught what was thrown outside of the operation.
      else if (result !== state.result)
        setResultProcessor((errors, fetchAPI) => refused(state, errors as ExecutionResult, fetchAPI), '');
      else if (state.form === 'text/event-stream' && resultProcessor !== undefined)
        setResultProcessor(
          (events, fetchAPI, type) => resultProcessor(events, { ...fetchAPI, Response }, type),
          state.form,
        );
    },
    onResponse({ response, serverContext: { state }, setResponse }) {
      const { headers, status } = response;
      if (!state.asked) return setAll(headers, state.pageHeaders);
      if (!isStream(response)) return setAll(headers, isReplay(state) ? ofReplays : ofResults);
      for (const name of onlyYogas) headers.delete(name);
      setAll(headers, ofStreams);
      const events = response.body && withComments(response.body, pauses.commentEveryMs);
      setResponse(new Response(events, { status, headers }));
    },
  };
}

const isReplay = ({ earlier, thrown, requestKey, acted, fresh }: RequestState): boolean =>
  earlier !== null || (thrown === undefined && requestKey !== null && acted && !fresh);

/** Seconds after which the request is to be sent again; 0 when its answer is final. */
export const secondsUntilRetry = (
  { errors = [] }: ExecutionResult,
  { retryAfterSeconds }: RequestState,
): number => Math.max(retryAfterSeconds, ...errors.map((error) => httpOf(error)?.retryAfterSeconds ?? 0));

/** The result with what yoga asks about how it is written. */
function written(result: ExecutionResult, state: RequestState): ExecutionResult {
  const seconds = secondsUntilRetry(result, state);
  if (seconds === 0 && 'stringify' in result) return result;
  const { errors, data } = result;
  const http = { headers: { 'retry-after': String(seconds) } };
  return {
    stringify: () => JSON.stringify({ errors, data }),
    ...result,
    ...(seconds === 0 ? {} : { extensions: { http } }),
  } as ExecutionResult;
}

const ofResults = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const ofReplays = { ...ofResults, 'idempotent-replay': 'true' };
const ofStreams = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};
/** What yoga says of a stream, and this service does not. */
const onlyYogas = ['connection', 'content-encoding', 'retry-after'];

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
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
