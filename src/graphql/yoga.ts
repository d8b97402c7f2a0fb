/**
 * The GraphQL server: yoga parses, validates, executes, subscribes, masks, streams and writes, lets other origins in and shows
 * the explorer. What is this service's own is a plugin, one concern each, in the order in which a request meets them.
 */
import { createYoga } from 'graphql-yoga';
import { createDocuments } from './documents/documents.ts';
import { maskError } from './errors.ts';
import { createExplorer } from './explorer/explorer.ts';
import type { GraphQLParts } from './parts.ts';
import { useAnswers } from './plugins/answers.ts';
import { useBoundedAnswers } from './plugins/bounded-answers.ts';
import { useBoundedDocuments } from './plugins/bounded-documents.ts';
import { useCompiledExecution } from './plugins/compiled-execution.ts';
import { crossOrigin, useAnyOrigin } from './plugins/cross-origin.ts';
import { useEventStreams } from './plugins/event-streams.ts';
import { useIdempotency } from './plugins/idempotency.ts';
import { useInputFaults } from './plugins/input-faults.ts';
import { useNotedRefusals } from './plugins/noted-refusals.ts';
import { usePersistedQueries } from './plugins/persisted-queries.ts';
import { useRevocableStreams } from './plugins/revocable-streams.ts';
import { useVerifiedCaller } from './plugins/verified-caller.ts';
import type { GraphQLContext } from './request.ts';

export function createServer(parts: GraphQLParts) {
  const { schema, settings, knownFailure, streams } = parts;
  const explorer = parts.explorer ? createExplorer(parts.explorer) : null;
  return createYoga<GraphQLContext>({
    schema,
    // Node's own: one of yoga's counts as ended only when its source has ended.
    fetchAPI: { ReadableStream },
    cors: settings.sandbox ? crossOrigin : false,
    graphiql: explorer ? (_, context) => explorer.options(context.state) : false,
    renderGraphiQL: explorer?.render,
    landingPage: false,
    logging: false,
    multipart: false,
    // Whoever reads a body has bounded it (verified-caller.ts).
    maxRequestBodySize: false,
    // What is kept of documents is bounded by its size and filled by verified callers alone (documents.ts).
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, knownFailure) },
    plugins: [
      usePersistedQueries(),
      useBoundedDocuments(createDocuments({ schema, open: settings.sandbox }), schema),
      useVerifiedCaller(parts),
      useInputFaults(parts),
      useCompiledExecution(parts.compilation),
      useEventStreams(),
      useRevocableStreams(parts.tokens, streams?.lookEveryMs),
      useBoundedAnswers(),
      useNotedRefusals(),
      useIdempotency(parts.performer),
      useAnswers(knownFailure, streams),
      ...(settings.sandbox ? [useAnyOrigin()] : []),
    ],
  });
}
