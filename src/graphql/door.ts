/** The GraphQL door: passes each request to yoga (yoga.ts) and logs it. Begin reading at `registerGraphQL`. */
import type { FastifyInstance } from 'fastify';
import type { FetchAPI } from 'graphql-yoga';
import { refuse } from '../domain/refusal.ts';
import { renderFailure } from '../http/failure.ts';
import {
  discard,
  type HttpAnswer,
  type HttpRequest,
  isReadMethod,
  jsonAnswer,
  toHttpAnswer,
} from '../http/message.ts';
import { toFastifyHandler } from '../http/request-hooks.ts';
import { refuseUnavailable } from '../http/unavailable.ts';
import { crossOriginHeaders, isPreflight, preflightAnswer } from './cross-origin.ts';
import { operationLabel, rootNamesOf } from './documents/documents.ts';
import { toGraphQLError } from './errors.ts';
import { bytesIn, Exchange, isStream } from './exchange.ts';
import type { GraphQLParts } from './parts.ts';
import { bytesAtMost, requireSize } from './plugins/caller.ts';
import { createServer } from './yoga.ts';

/**
 * A second context for yoga. With one context only, yoga's adapter makes it the prototype of an object, which slows every
 * request down: a list took 70 % longer. Two contexts are copied into a plain object.
 */
const emptyContext = {};

/**
 * yoga gets GET instead of HEAD, and POST instead of a method that plugins/caller.ts refuses. yoga reads only the header Accept.
 * The plugins read all headers from the exchange.
 */
function yogaRequest({ method, headers }: HttpRequest, { Request }: FetchAPI): Request {
  const accept = headers.get('accept');
  return new Request('http://localhost/graphql', {
    method: isReadMethod(method) ? 'GET' : 'POST',
    headers: accept === null ? {} : { accept },
  });
}

/** Whether the client wants the page and not a GraphQL response. */
function wantsExplorer({ method, headers, query }: HttpRequest): boolean {
  return (
    isReadMethod(method) &&
    (headers.get('accept') ?? '').includes('text/html') &&
    !query.has('query') &&
    !query.has('extensions')
  );
}

/** `app` is a Fastify context that no other door uses, because the hooks apply to all its routes. */
export function registerGraphQL(app: FastifyInstance, parts: GraphQLParts): void {
  const { handleRequest, fetchAPI } = createServer(parts);
  // `handleRequest`, unlike yoga's `fetch`, makes no AbortSignal, which nobody would use. Its type allows only one context.
  const yoga = handleRequest as (request: Request, ...contexts: readonly object[]) => Promise<Response>;

  async function answer(http: HttpRequest): Promise<HttpAnswer> {
    if (parts.explorer && wantsExplorer(http)) return parts.explorer(http);
    const { sandbox } = parts.settings;
    if (sandbox && http.method === 'OPTIONS' && isPreflight(http.headers))
      return preflightAnswer(http.headers);
    const exchange = new Exchange(http);
    const response = await yoga(yogaRequest(http, fetchAPI), { exchange }, emptyContext);
    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    Object.assign(headers, crossOriginHeaders(http.headers, sandbox));
    signOut(parts, exchange, headers);
    const refusal = await refuseResponse(http, response);
    if (refusal !== null) {
      if (isStream(response) && response.body !== null) await discard(response.body);
      return { ...refusal, headers: { ...headers, ...refusal.headers } };
    }
    logRequest(exchange, status);
    return { status, headers, body: isStream(response) ? response.body : await bytesIn(response) };
  }

  /** The refusal that replaces the response: that of a sandbox fault, or of a stream while the process stops. Else null. */
  async function refuseResponse(http: HttpRequest, response: Response): Promise<HttpAnswer | null> {
    try {
      await http.sandboxFault?.playAfter();
      if (isStream(response) && parts.isStopping()) throw refuseUnavailable('STOPPING');
      return null;
    } catch (error) {
      return answerRefusal(http, error, parts.settings);
    }
  }

  app.setErrorHandler((error, request, reply) =>
    reply.answer(answerRefusal(request.http, error, parts.settings)),
  );
  app.addHook('preParsing', (request, _, payload, done) => {
    requireSize(request.http, parts, Number(request.headers['content-length'] ?? 0));
    done(null, payload);
  });
  app.route({
    method: app.supportedMethods,
    url: '/graphql',
    bodyLimit: bytesAtMost,
    handler: toFastifyHandler(answer),
  });
}

/** After a mutation that ended the token or session: forgets the caller in this process, and deletes the cookie. */
function signOut(
  parts: GraphQLParts,
  { http, verified, outcome }: Exchange,
  headers: Record<string, string>,
): void {
  const caller = verified.orNull?.caller ?? null;
  if (!caller || !outcome.hasSignedOut) return;
  parts.tokens.forget(caller);
  // Without this the browser would send the ended cookie together with a new token.
  if (parts.session.read(http.headers) !== null) headers['set-cookie'] = parts.session.endCookie;
}

function logRequest({ http, document, executed, outcome }: Exchange, status: number): void {
  const execution = executed.orNull;
  const thrown = execution !== null && 'thrown' in execution ? execution.thrown : undefined;
  const [code, ...others] = outcome.refusalCodes;
  const codes = others.length > 0 ? { codes: [...outcome.refusalCodes] } : {};
  const type = document?.operation?.operation;
  const fields = document ? rootNamesOf(document) : [];
  http.trace.span?.setOperation(type ?? 'unread', fields);
  http.log(
    {
      door: 'graphql',
      route: operationLabel(type, fields),
      status,
      ...(code === undefined ? {} : { code, ...codes }),
    },
    // A 503 without an error comes from a resolver. It is logged as a refusal, not as a defect.
    thrown ?? (status === 503 ? refuse('UNAVAILABLE') : undefined),
  );
}

/** The response to a request that is refused before GraphQL sees it. */
function answerRefusal(http: HttpRequest, error: unknown, { sandbox }: GraphQLParts['settings']): HttpAnswer {
  const { refusal, answer } = renderFailure(http, error, { door: 'graphql', route: 'none' });
  const { 'content-type': _, ...others } = answer.headers;
  const headers = { ...others, ...crossOriginHeaders(http.headers, sandbox) };
  return toHttpAnswer(jsonAnswer(refusal.status, { errors: [toGraphQLError(refusal).toJSON()] }, headers));
}
