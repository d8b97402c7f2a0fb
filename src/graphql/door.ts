/** The GraphQL door: a request goes through yoga (yoga.ts) and leaves with a line in the log. Start at `registerGraphQL`. */
import type { FastifyInstance } from 'fastify';
import type { FetchAPI } from 'graphql-yoga';
import type { HeaderMap } from '../domain/headers.ts';
import { refuse } from '../domain/refusal.ts';
import { handledBy } from '../http/exchange.ts';
import { bodyRefusal, renderFailure } from '../http/failure.ts';
import { type HttpAnswer, type HttpRequest, isRead, jsonAnswer, toAnswer } from '../http/message.ts';
import { expectsContinue } from '../http/server.ts';
import { discard } from '../http/streams.ts';
import { requestLogEntry } from '../observability/request-trace.ts';
import { allowAnyOrigin } from './cross-origin.ts';
import { operationIn } from './documents/documents.ts';
import { operationLabel, rootFields } from './documents/root-fields.ts';
import { toGraphQLError } from './errors.ts';
import { Exchange } from './exchange.ts';
import { createExplorer, wantsExplorer } from './explorer/explorer.ts';
import type { GraphQLParts } from './parts.ts';
import { bytesAtMost, requireAcceptable, requireSize } from './plugins/caller.ts';
import { bytesIn, isStream } from './responses.ts';
import { SharedEvents } from './shared-events.ts';
import { createServer } from './yoga.ts';

/**
 * Of one context alone the adapter makes a prototype, by which V8 gives each request a hidden class of its own: a list took
 * 70 % more. Two are copied into a plain object.
 */
const nothingElse = {};

/** The headers that yoga itself reads; plugins read the rest after verification. */
const headersOfYoga = ['accept', 'origin', 'access-control-request-method', 'access-control-request-headers'];

/** HEAD is answered as GET, and other methods are refused by the plugins. */
function requestFor({ method, headers }: HttpRequest, { Request }: FetchAPI): Request {
  const headerPairs = headersOfYoga.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const asYoga = isRead(method) ? 'GET' : isPreflight(method, headers) ? method : 'POST';
  return new Request('http://localhost/graphql', { method: asYoga, headers: headerPairs });
}

/** Whether it is a CORS preflight request. */
const isPreflight = (method: string, headers: HeaderMap): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');

/** Registers the door; `app` is a context of its own. */
export function registerGraphQL(app: FastifyInstance, parts: GraphQLParts): void {
  const { fetch: yoga, fetchAPI } = createServer({ ...parts, sharedEvents: new SharedEvents() });
  const explorer = parts.explorer ? createExplorer(parts.explorer) : null;

  async function answer(http: HttpRequest): Promise<HttpAnswer> {
    if (explorer !== null && wantsExplorer(http)) return explorer(http);
    const exchange = new Exchange(http, parts.settings.sandbox && isPreflight(http.method, http.headers));
    const response = await yoga(requestFor(http, fetchAPI), { exchange }, nothingElse);
    allowAnyOrigin(response.headers);
    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    signOut(parts, exchange, headers);
    const refusal = await faultyAnswer(http);
    if (refusal !== null) {
      if (isStream(response) && response.body !== null) await discard(response.body);
      return { ...refusal, headers: { ...headers, ...refusal.headers } };
    }
    if (!exchange.isPreflight) finish(parts, exchange, status);
    return { status, headers, body: isStream(response) ? response.body : await bytesIn(response) };
  }

  /** The refusal of a fault that replaces the response; null: none. */
  async function faultyAnswer(http: HttpRequest): Promise<HttpAnswer | null> {
    try {
      await parts.faults?.playAfter(http);
      return null;
    } catch (error) {
      return answerRefusal(parts, http, error);
    }
  }

  app.setErrorHandler((error, request, reply) => reply.answer(answerRefusal(parts, request.http, error)));
  app.addHook('preParsing', (request, _, payload, done) => {
    requireSize(request.http, parts, Number(request.headers['content-length'] ?? 0));
    done(null, payload);
  });
  app.addHook('preParsing', async (request) => {
    if (expectsContinue(request)) await requireAcceptable(request.http, parts);
  });
  app.route({
    method: app.supportedMethods,
    url: '/graphql',
    bodyLimit: bytesAtMost,
    handler: handledBy(answer),
  });
}

function signOut(
  parts: GraphQLParts,
  { http, verified, outcome }: Exchange,
  headers: Record<string, string>,
): void {
  const caller = verified.orNull?.caller ?? null;
  if (!caller || !outcome.signedOut) return;
  // Removes the browser's cookie, which it would send together with a token.
  parts.tokens.forget(caller);
  if (parts.session.read(http.headers) !== null) headers['set-cookie'] = parts.session.end;
}

function finish(
  { schema }: GraphQLParts,
  { http, document, executed, outcome }: Exchange,
  status: number,
): void {
  const execution = executed.orNull;
  // A 503 from a resolver is not a defect.
  const thrown = execution !== null && 'thrown' in execution ? execution.thrown : undefined;
  const [code, ...others] = outcome.refusals;
  const codes = others.length > 0 ? { codes: [...outcome.refusals] } : {};
  const type = operationIn(document)?.operation;
  const fields = rootFields(document, schema);
  http.trace.span?.setOperation(type ?? 'unread', fields);
  http.log(
    requestLogEntry(http, {
      door: 'graphql',
      route: operationLabel(type, fields),
      status,
      ...(code === undefined ? {} : { code, ...codes }),
    }),
    thrown ?? (status === 503 ? refuse('UNAVAILABLE') : undefined),
  );
}

/** The response to a request that is refused before GraphQL sees it. */
function answerRefusal({ knownFailure }: GraphQLParts, http: HttpRequest, error: unknown): HttpAnswer {
  const cause = bodyRefusal(error, bytesAtMost) ?? error;
  const { id: failureId, refusal, answer } = renderFailure(cause, knownFailure);
  const { status, code } = refusal;
  http.trace.fail(refusal);
  http.log(requestLogEntry(http, { door: 'graphql', route: 'none', status, failureId, code }), cause);
  const { 'content-type': _, ...headers } = answer.headers;
  return toAnswer(jsonAnswer(status, { errors: [toGraphQLError(refusal).toJSON()] }, headers));
}
