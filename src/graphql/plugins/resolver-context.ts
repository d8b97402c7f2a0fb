/** Gives resolvers what they may use: the caller and the operations, with their reads counted and batched. */
import { callOf, type GraphQLContext, type SubscriptionCounter } from '../context.ts';
import { createAnswerSize, watchedReads } from '../documents/answer-size.ts';
import { isMutation } from '../documents/documents.ts';
import type { GraphQLParts } from '../door/parts.ts';
import type { DoorPlugin, RequestState } from '../request.ts';
import { createLoaders } from '../schema/loaders.ts';

export function useResolverContext(parts: GraphQLParts, subscriptions: SubscriptionCounter): DoorPlugin {
  function resolverContext(state: RequestState): GraphQLContext {
    const { http, parsed, caller, requestKey, progress } = state;
    const answer = createAnswerSize(!isMutation(parsed));
    const performer = watchedReads(parts.performer, answer);
    const base = {
      caller,
      readHeader: (header: string) => http.headers.get(header),
      requestKey,
      progress,
      performer,
      answer,
      settings: parts.settings,
      issuer: parts.issuer ?? null,
      events: parts.events,
      requestLog: parts.requestLog ?? null,
      subscriptions,
    };
    const readsInstructions = parsed !== null && 'document' in parsed && parsed.readsInstructions;
    const loaders = createLoaders(performer, () => callOf(base), readsInstructions);
    return { ...base, loaders, readsInstructions };
  }

  return {
    onContextBuilding: ({ context, extendContext }) => extendContext(resolverContext(context.state)),
  };
}
