/**
 * The GraphQL server. yoga parses, validates and executes documents, runs subscriptions and writes responses. The plugins add
 * what this service needs. They are in the order in which a request passes them.
 */
import { createYoga, type YogaServerOptions } from 'graphql-yoga';
import { consoleHeader } from '../browser/console-session.ts';
import { GraphQLCall, type GraphQLContext, type ResolverParts, type ServerContext } from './call.ts';
import { createDocuments } from './documents/documents.ts';
import { maskError } from './errors.ts';
import type { GraphQLParts } from './parts.ts';
import { useCaller } from './plugins/caller.ts';
import { useCompiledQueries } from './plugins/compiled-queries.ts';
import { useFaults } from './plugins/faults.ts';
import { useIdempotency } from './plugins/idempotency.ts';
import { useLimits } from './plugins/limits.ts';
import { useStreams } from './plugins/streams.ts';

type Cors = NonNullable<YogaServerOptions<ServerContext, object>['cors']>;

const allResponses = { origin: '*', credentials: false };
const preflightResponse = { ...allResponses, methods: ['GET', 'POST'], maxAge: 600 };
const otherResponse = {
  ...allResponses,
  exposedHeaders: ['X-Request-ID', 'Idempotent-Replay', 'Retry-After'],
};

/**
 * CORS: in a sandbox, pages of any origin may call /graphql, so a front end needs no proxy. Browsers send no cookie with
 * such a call: the page needs a token or a signature.
 */
const crossOrigin: Cors = ({ method, headers }) =>
  method === 'OPTIONS'
    ? {
        ...preflightResponse,
        allowedHeaders: allowedHeaders(headers.get('access-control-request-headers') ?? ''),
      }
    : otherResponse;

/**
 * The requested headers that a page may send: all except the one that protects the console's session. `*` is not returned,
 * because it would allow that header too.
 */
function allowedHeaders(names: string): string[] {
  const forbiddenNames = ['*', consoleHeader.toLowerCase()];
  const allowedNames = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !forbiddenNames.includes(name.toLowerCase()));
  // yoga would allow all headers if the list were empty.
  return allowedNames.length > 0 ? allowedNames : ['Accept'];
}

const originHeader = 'access-control-allow-origin';

/** Where yoga has allowed the origin of the request, writes `*`, because the response is the same for all origins. */
export function replaceOrigin(headers: Headers): void {
  if (!headers.has(originHeader)) return;
  headers.delete('vary');
  // yoga sets it for a preflight request, but a 204 response must not have it.
  headers.delete('content-length');
  headers.set(originHeader, '*');
}

export function createServer(parts: GraphQLParts & ResolverParts) {
  const { schema, settings, refusalOfError } = parts;
  return createYoga<ServerContext, Pick<GraphQLContext, 'call'>>({
    schema,
    context: ({ exchange: { parsed, outcome } }) => ({ call: new GraphQLCall(parsed.value, outcome, parts) }),
    // yoga's own ReadableStream ends only after its source has ended, so yoga gets Node's.
    fetchAPI: { ReadableStream },
    cors: settings.sandbox ? crossOrigin : false,
    // The door shows the explorer.
    graphiql: false,
    landingPage: false,
    logging: false,
    multipart: false,
    // plugins/caller.ts limits the body.
    maxRequestBodySize: false,
    // documents/documents.ts has its own cache, which is limited in size and filled only by verified callers.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, refusalOfError) },
    plugins: [
      useCaller(parts),
      useLimits(createDocuments({ schema, revealsSchema: settings.sandbox }), parts),
      useFaults(parts),
      useCompiledQueries(parts.compilation),
      useStreams(parts.tokens, parts.streamCheckMs),
      useIdempotency(parts.performer),
    ],
  });
}
