/**
 * The GraphQL server: yoga parses, validates, executes, subscribes, masks, streams and writes, and lets other origins in. What is
 * this service's own is a plugin, one concern each, in the order in which a request meets them.
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
    // Node's own: one of yoga's counts as ended only when its source has ended.
    fetchAPI: { ReadableStream },
    cors: settings.sandbox ? crossOrigin : false,
    // The door shows the explorer.
    graphiql: false,
    landingPage: false,
    logging: false,
    multipart: false,
    // Whoever reads a body has bounded it (plugins/caller.ts).
    maxRequestBodySize: false,
    // What is kept of documents is bounded by its size and filled by verified callers alone (documents.ts).
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
