/** What yoga hands to plugins and resolvers. */
import type { Plugin } from 'graphql-yoga';
import type { GraphQLCall } from './call.ts';
import type { Exchange } from './exchange.ts';

/** What plugins see of a request. */
export interface ServerContext {
  readonly exchange: Exchange;
}

/** What resolvers see of it. */
export interface GraphQLContext extends ServerContext {
  readonly call: GraphQLCall;
}

/** A plugin of yoga for this door. */
export type DoorPlugin = Plugin<GraphQLContext, ServerContext>;
