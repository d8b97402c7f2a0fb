import { createYoga } from 'graphql-yoga';
import { GraphQLCall, type GraphQLContext, type ServerContext } from './call.ts';
import { createDocuments } from './documents/documents.ts';
import { maskError } from './errors.ts';
import type { GraphQLParts } from './parts.ts';
import { useCaller } from './plugins/caller.ts';
import { useCompiledQueries } from './plugins/compiled-queries.ts';
import { useFaults } from './plugins/faults.ts';
import { useIdempotency } from './plugins/idempotency.ts';
import { useLimits } from './plugins/limits.ts';
import { useStreams } from './plugins/streams.ts';
import { SharedEvents } from './shared-events.ts';

export function createServer(parts: GraphQLParts) {
  const { schema, settings, refusalOfError } = parts;
  const resolverParts = { ...parts, sharedEvents: new SharedEvents() };
  return createYoga<ServerContext, Pick<GraphQLContext, 'call'>>({
    schema,
    context: ({ exchange: { parsed, effects } }) => ({
      call: new GraphQLCall(parsed.value, effects, resolverParts),
    }),
    // Node's ReadableStream. When a response is cancelled, yoga's own ReadableStream would stay open until its source has ended.
    fetchAPI: { ReadableStream },
    // yoga would allow the origin of every request. cross-origin.ts makes the CORS headers.
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    multipart: false,
    // plugins/caller.ts limits the body.
    maxRequestBodySize: false,
    // documents/documents.ts caches only documents of verified callers.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, refusalOfError) },
    // A request passes the plugins in this order.
    plugins: [
      useCaller(parts),
      useLimits(createDocuments(schema, { revealsSchema: settings.sandbox }), parts),
      useFaults(parts),
      useCompiledQueries(parts.compilation),
      useStreams(),
      useIdempotency(parts.performer),
    ],
  });
}
