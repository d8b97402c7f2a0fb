/**
 * The GraphQL server: yoga parses, validates, executes, subscribes and writes. Everything of this service is a plugin with one
 * concern, in the order in which a request passes them.
 */
import { createYoga } from 'graphql-yoga';
import { GraphQLCall, type ResolverParts } from './call.ts';
import type { GraphQLContext, ServerContext } from './context.ts';
import { crossOrigin } from './cross-origin.ts';
import { createDocuments } from './documents/documents.ts';
import { maskError } from './errors.ts';
import type { GraphQLParts } from './parts.ts';
import { useCaller } from './plugins/caller.ts';
import { useCompiledLists } from './plugins/compiled-lists.ts';
import { useFaults } from './plugins/faults.ts';
import { useIdempotency } from './plugins/idempotency.ts';
import { useLimits } from './plugins/limits.ts';
import { useStreams } from './plugins/streams.ts';

export function createServer(parts: GraphQLParts & ResolverParts) {
  const { schema, settings, knownFailure } = parts;
  return createYoga<ServerContext, Pick<GraphQLContext, 'call'>>({
    schema,
    context: ({ exchange: { parsed, outcome } }) => ({ call: new GraphQLCall(parsed.value, outcome, parts) }),
    // Node's own Response: yoga's ends only when its source has ended.
    fetchAPI: { ReadableStream },
    cors: settings.sandbox ? crossOrigin : false,
    // The door shows the explorer.
    graphiql: false,
    landingPage: false,
    logging: false,
    multipart: false,
    // plugins/caller.ts bounds the body.
    maxRequestBodySize: false,
    // documents.ts has a cache of its own, bounded by size and filled only by verified callers.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, knownFailure) },
    plugins: [
      useCaller(parts),
      useLimits(createDocuments({ schema, open: settings.sandbox }), parts),
      useFaults(parts),
      useCompiledLists(parts.compilation),
      useStreams(parts.tokens, parts.streams),
      useIdempotency(parts.performer),
    ],
  });
}
