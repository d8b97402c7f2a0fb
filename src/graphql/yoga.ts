/**
 * The GraphQL server: yoga parses, validates, executes, subscribes, masks and streams. What is this service's own is a
 * plugin, one concern each, in the order in which a request meets them.
 */
import { createYoga } from 'graphql-yoga';
import type { SubscriptionCounter } from './context.ts';
import type { Documents } from './documents/documents.ts';
import type { createAdmission } from './door/admission.ts';
import { maskError } from './door/errors.ts';
import type { GraphQLParts } from './door/parts.ts';
import { useBoundedAnswers } from './plugins/bounded-answers.ts';
import { useBoundedDocuments } from './plugins/bounded-documents.ts';
import { useCompiledExecution } from './plugins/compiled-execution.ts';
import { useIdempotency } from './plugins/idempotency.ts';
import { useInputFaults } from './plugins/input-faults.ts';
import { useNotedRefusals } from './plugins/noted-refusals.ts';
import { usePersistedQueries } from './plugins/persisted-queries.ts';
import { useResolverContext } from './plugins/resolver-context.ts';
import { useRevocableStreams } from './plugins/revocable-streams.ts';
import { useVerifiedCaller } from './plugins/verified-caller.ts';
import type { DoorPlugin, ServerContext } from './request.ts';

interface Parts {
  readonly parts: GraphQLParts;
  readonly documents: Documents;
  readonly subscriptions: SubscriptionCounter;
  readonly requireLookAtSchema: ReturnType<typeof createAdmission>['requireLookAtSchema'];
}

/** What is only to be formatted has passed the plugins already. */
function unlessMade(plugin: DoorPlugin): DoorPlugin {
  const { onParams, onExecutionResult } = plugin;
  return {
    ...plugin,
    ...(onParams && { onParams: (payload) => (payload.context.made ? undefined : onParams(payload)) }),
    ...(onExecutionResult && {
      onExecutionResult: (payload) => (payload.context.made ? undefined : onExecutionResult(payload)),
    }),
  };
}

/** Takes a result that was made before, for yoga to format it. */
const useMadeResult: DoorPlugin = {
  onRequestParse: ({ setRequestParser }) => setRequestParser(() => ({ query: '' })),
  onParams({ context: { made }, setResult }) {
    if (made) setResult(made);
  },
};

export function createServer({ parts, documents, subscriptions, requireLookAtSchema }: Parts) {
  return createYoga<ServerContext>({
    schema: parts.schema,
    // Node's own: a stream of theirs counts as ended only when its source has ended.
    fetchAPI: { Request, Response, Headers, ReadableStream, URL },
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    multipart: false,
    // What is kept of documents is bounded by its size and filled by verified callers alone (documents.ts).
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, parts.knownFailure) },
    plugins: [
      usePersistedQueries(),
      useBoundedDocuments(documents, parts.schema),
      useVerifiedCaller({ ...parts, requireLookAtSchema }),
      useResolverContext(parts, subscriptions),
      useInputFaults(parts),
      useCompiledExecution(parts.compilation),
      useRevocableStreams(parts.tokens, parts.streams?.lookEveryMs),
      useBoundedAnswers(),
      useNotedRefusals(),
      useIdempotency(parts.performer),
    ]
      .map(unlessMade)
      .concat(useMadeResult),
  });
}
