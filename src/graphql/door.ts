import type { FastifyInstance } from 'fastify';
import type { FetchAPI } from 'graphql-yoga';
import { refuse } from '../domain/refusal.ts';
import { renderFailure } from '../http/failure.ts';
import {
  cancelAfterFirstChunk,
  type HttpAnswer,
  type HttpRequest,
  isReadMethod,
  jsonAnswer,
  toHttpAnswer,
} from '../http/message.ts';
import { toFastifyHandler } from '../http/request-hooks.ts';
import { refuseUnavailable } from '../http/unavailable.ts';
import { answerPreflight, crossOriginHeadersOf, isPreflight } from './cross-origin.ts';
import { operationLabelOf, rootNamesOf } from './documents/documents.ts';
import { toGraphQLError } from './errors.ts';
import { bytesIn, GraphQLExchange, isStream } from './exchange.ts';
import type { GraphQLParts } from './parts.ts';
import { bytesAtMost, limitBody } from './plugins/caller.ts';
import { createServer } from './yoga.ts';

/**
 * The second context, for speed. yoga copies two contexts into one plain object. A single context becomes the prototype of an empty
 * object, which resolvers get as their context, and lists take 70 % longer.
 */
const emptyContext = {};

/** Passes only `accept`, because plugins read headers from the exchange. */
function toYogaRequest({ method, headers }: HttpRequest, { Request }: FetchAPI): Request {
  const accept = headers.get('accept');
  return new Request('http://localhost/graphql', {
    // plugins/caller.ts refuses other methods.
    method: isReadMethod(method) ? 'GET' : 'POST',
    headers: accept === null ? {} : { accept },
  });
}

function wantsExplorer({ method, headers, query }: HttpRequest): boolean {
  return (
    isReadMethod(method) &&
    (headers.get('accept') ?? '').includes('text/html') &&
    !query.has('query') &&
    !query.has('extensions')
  );
}

/** The hooks apply to all routes of `app`, so no other door may use this `app`. */
export function registerGraphQL(app: FastifyInstance, parts: GraphQLParts): void {
  const { handleRequest, fetchAPI } = createServer(parts);
  // Not yoga's `fetch`, which makes an AbortSignal for each request. The type of `handleRequest` allows only one context.
  const yoga = handleRequest as (request: Request, ...contexts: readonly object[]) => Promise<Response>;

  async function answer(http: HttpRequest): Promise<HttpAnswer> {
    if (parts.explorer && wantsExplorer(http)) return parts.explorer(http);
    const { sandbox } = parts.settings;
    if (sandbox && http.method === 'OPTIONS' && isPreflight(http.headers))
      return answerPreflight(http.headers);
    const exchange = new GraphQLExchange(http);
    const response = await yoga(toYogaRequest(http, fetchAPI), { exchange }, emptyContext);
    const { status } = response;
    const headers = {
      ...Object.fromEntries(response.headers),
      ...crossOriginHeadersOf(http.headers, sandbox),
      ...(exchange.effects.hasSignedOut && forgetCaller(exchange)),
    };
    const refusal = await refusalInsteadOf(http, response);
    if (refusal !== null) {
      if (isStream(response) && response.body !== null) await cancelAfterFirstChunk(response.body);
      return { ...refusal, headers: { ...headers, ...refusal.headers } };
    }
    logRequest(exchange, status);
    return { status, headers, body: isStream(response) ? response.body : await bytesIn(response) };
  }

  /** Ends the caller's credential in this process. Returns headers, which end the credential in the browser too. */
  function forgetCaller({ http, verified }: GraphQLExchange): Readonly<Record<string, string>> {
    const { caller } = verified.value;
    if (caller !== null) parts.tokens.forget(caller);
    // Without `endCookie`, the browser would send the cookie of the ended session together with a new token.
    return parts.session.read(http.headers) === null ? {} : { 'set-cookie': parts.session.endCookie };
  }

  /** A sandbox fault, or a stop of the process before a stream begins, replaces the response. */
  async function refusalInsteadOf(http: HttpRequest, response: Response): Promise<HttpAnswer | null> {
    try {
      await http.sandboxFault?.playAfter();
      if (isStream(response) && parts.isStopping()) throw refuseUnavailable('STOPPING');
      return null;
    } catch (error) {
      return refusalAnswerOf(http, error, parts);
    }
  }

  app.setErrorHandler((error, request, reply) => reply.answer(refusalAnswerOf(request.http, error, parts)));
  app.addHook('preParsing', (request, _, payload, done) => {
    limitBody(request.http, parts, Number(request.headers['content-length'] ?? 0));
    done(null, payload);
  });
  app.route({
    method: app.supportedMethods,
    url: '/graphql',
    bodyLimit: bytesAtMost,
    handler: toFastifyHandler(answer),
  });
}

function logRequest({ http, document, executed, effects }: GraphQLExchange, status: number): void {
  const execution = executed.orNull;
  const thrown = execution !== null && 'thrown' in execution ? execution.thrown : undefined;
  const codes = [...effects.refusalCodes];
  const [code] = codes;
  const type = document?.operation.operation ?? 'unread';
  const fields = document ? rootNamesOf(document) : [];
  http.trace.span?.setOperation(type, fields);
  http.log(
    {
      door: 'graphql',
      route: operationLabelOf(type, fields),
      status,
      ...(code !== undefined && { code }),
      ...(codes.length > 1 && { codes }),
    },
    // If nothing was thrown, a 503 comes from a refusal in a resolver. It is logged as a refusal, not as a defect.
    thrown ?? (status === 503 ? refuse('UNAVAILABLE') : undefined),
  );
}

function refusalAnswerOf(http: HttpRequest, error: unknown, { settings }: GraphQLParts): HttpAnswer {
  const { refusal, answer } = renderFailure(http, error, { door: 'graphql', route: 'none' });
  const headers = { ...answer.headers, ...crossOriginHeadersOf(http.headers, settings.sandbox) };
  return toHttpAnswer(jsonAnswer(refusal.status, { errors: [toGraphQLError(refusal).toJSON()] }, headers));
}
