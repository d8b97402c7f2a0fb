/** Payloads of mutations: the resource, or the messages of its refusal. A refusal is never a top-level error. */
import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { Links } from '../../domain/payments/links.ts';
import { Refusal, type TppMessage } from '../../domain/refusal.ts';
import type { GraphQLContext } from '../context.ts';

export interface Payload<Resource> {
  readonly resource: Resource | null;
  readonly tppMessages: readonly TppMessage[];
  readonly links: Links | null;
  readonly psuMessage?: string | undefined;
}

/** A refusal as its messages and links. */
export const refusedPayload = ({ tppMessages, extras }: Refusal): Payload<never> => ({
  resource: null,
  tppMessages,
  links: (extras.links as Links) ?? null,
});

/** Notes every refused mutation for the log of requests, because its payload is a success of HTTP and of GraphQL. */
export function noteRefusals(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    const traced: GraphQLFieldResolver<unknown, GraphQLContext> = async (source, args, context, info) => {
      const made = (await resolve(source, args, context, info)) as Payload<unknown>;
      const refused = made.tppMessages.find(({ category }) => category === 'ERROR');
      if (refused) context.progress.trace?.failed({ code: refused.code, tppMessages: made.tppMessages });
      return made;
    };
    field.resolve = traced;
  }
  return schema;
}

/** What `act` answers, or `otherwise` when it refuses: for lookups where absence is an answer. */
export async function refusedAs<T, U>(otherwise: U, act: () => Promise<T>): Promise<T | U> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return otherwise;
    throw error;
  }
}
