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

/** Notes why a plugin refuses the whole request, so that the door answers it in one shape, however yoga was entered. */
function recorded(plugin: DoorPlugin): DoorPlugin {
  const { onParams } = plugin;
  if (onParams === undefined) return plugin;
  return {
    ...plugin,
    async onParams(payload) {
      try {
        await onParams(payload);
      } catch (error) {
        payload.context.state.refusal = error;
        throw error;
      }
    },
  };
}

export function createServer({ parts, documents, subscriptions, requireLookAtSchema }: Parts) {
  return createYoga<ServerContext>({
    schema: parts.schema,
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
    ].map(recorded),
  });
}
