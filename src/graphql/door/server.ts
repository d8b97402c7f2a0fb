/**
 * The GraphQL door: whoever asks is verified over bytes (admission.ts) before anything in them is read; then yoga (yoga.ts)
 * runs the operation, and the answer is formatted (answer.ts). Start at `createGraphQLDoor`.
 */

import type { Caller } from '../../domain/caller.ts';
import { Refusal, refuse, withUnread } from '../../domain/refusal.ts';
import { createYieldQueue, runYielding } from '../../http/gate/event-loop.ts';
import { readJson } from '../../http/messages/json.ts';
import type { Door, HttpAnswer, HttpRequest } from '../../http/messages/message.ts';
import { jsonAnswer, toAnswer } from '../../http/messages/message.ts';
import { shownRequestId } from '../../http/messages/request-key.ts';
import { requestLine } from '../../http/request-trace.ts';
import { refusalsOf } from '../context.ts';
import { createDocuments } from '../documents/documents.ts';
import { logDefect } from '../plugins/noted-refusals.ts';
import { newRequest, type RequestState, type ServerContext } from '../request.ts';
import { createServer } from '../yoga.ts';
import { anonymousBytesAtMost, createAdmission } from './admission.ts';
import { type Result, resultAnswer, secondsUntilRetry } from './answer.ts';
import { tokenUnknown } from './credentials.ts';
import { defectOf, maskError } from './errors.ts';
import { streamAnswer } from './event-stream.ts';
import { bodyParams, queryParams } from './params.ts';
import type { GraphQLDoor, GraphQLParts } from './parts.ts';
import { createSubscriptionCounter } from './subscriptions.ts';

const again = { 'idempotent-replay': 'true' };

export function createGraphQLDoor(parts: GraphQLParts): GraphQLDoor {
  const { limitOf, shapeOf, admitted, requireLookAtSchema } = createAdmission(parts);
  const documents = createDocuments({ schema: parts.schema, open: parts.settings.sandbox });
  const subscriptions = createSubscriptionCounter();
  const yoga = createServer({ parts, documents, subscriptions, requireLookAtSchema });
  const anonymousTurn = createYieldQueue();

  const answer: Door = async (http) => {
    const state = newRequest(http);
    let made: HttpAnswer;
    let thrown: unknown;
    try {
      made = await answered(state);
      if (state.caller && state.progress.signedOut) signedOut(state.caller, http, made);
      // A 503 of resolvers has no error of its own and is no defect.
      if (made.status === 503) thrown = refuse('UNAVAILABLE');
    } catch (error) {
      thrown = error;
      const refusal = error instanceof Refusal ? error : parts.knownFailure(error);
      http.trace.failed(refusal ?? refuse('SYSTEM_ERROR'));
      made = refused(http, withUnread(error, state.unread));
    }
    const requestId = shownRequestId(http.headers);
    if (requestId) made.headers['x-request-id'] = requestId;
    const { label: route, progress } = state;
    const { status } = made;
    http.log(requestLine(http, { door: 'graphql', route, status, ...refusalsOf(progress) }), thrown);
    return made;
  };

  async function answered(state: RequestState): Promise<HttpAnswer> {
    const { http, unread } = state;
    const { trace } = http;
    state.body = shapeOf(http);
    trace.enter('HEADERS');
    unread.add(state.body === null ? 'query' : 'body');
    state.caller = await admitted(http, state.body);
    trace.caller = state.caller;
    if (state.caller) trace.enter('REQUEST_ID');
    if (state.caller) parts.guard.admit(state.caller);
    // Requests without a credential are handled one after the other, so that many of them delay others no more than one.
    else await anonymousTurn();
    if (state.caller === null && (state.body?.length ?? 0) > anonymousBytesAtMost) throw tokenUnknown();
    unread.clear();
    if (state.caller) trace.enter('QUERY');
    state.params =
      state.body === null ? queryParams(http.query) : bodyParams(await runYielding(readJson(state.body)));
    const { params } = state;
    const result = await yoga.getResultForParams({ params, request: http as never }, {
      state,
    } as ServerContext);
    if (result === undefined) throw new Error('yoga has made no result');
    if (Symbol.asyncIterator in result) return streamed(result, state);
    const { replayed } = result as Result;
    if (replayed) return toAnswer(replayed, again);
    return state.form === 'text/event-stream' ? streamed(result, state) : single(result as Result, state);
  }

  function single(result: Result, { requestKey, progress, form }: RequestState): HttpAnswer {
    const replays = requestKey !== null && progress.acted && !progress.fresh;
    const answer = resultAnswer(result, form, secondsUntilRetry(result, progress));
    return toAnswer(answer, replays ? again : {});
  }

  /** The results as events, written by yoga. */
  async function streamed(made: ServerContext['made'], state: RequestState): Promise<HttpAnswer> {
    const request = new yoga.fetchAPI.Request('http://localhost/graphql', {
      headers: { accept: 'text/event-stream' },
    });
    return streamAnswer(await yoga.fetch(request, { state, made } as ServerContext), parts.streams);
  }

  /** The token is known no more; a browser is told to forget its cookie, which it else would send beside a token. */
  function signedOut(caller: Caller, { headers }: HttpRequest, made: HttpAnswer): void {
    parts.tokens.ended(caller);
    if (parts.session.read(headers) !== null) made.headers['set-cookie'] = parts.session.end;
  }

  function refused(http: HttpRequest, error: unknown): HttpAnswer {
    const masked = maskError(error, parts.knownFailure);
    const defect = defectOf(masked);
    if (defect) logDefect(http.log, defect.id, error);
    const status = typeof masked.extensions.status === 'number' ? masked.extensions.status : 400;
    const { allow, retryAfterSeconds } = parts.knownFailure(error)?.extras ?? {};
    const headers = {
      ...(allow ? { allow: allow.join(', ') } : {}),
      ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    };
    return toAnswer(jsonAnswer(status, { errors: [masked.toJSON()] }, headers));
  }

  return { answer, bytesAtMost: limitOf };
}
