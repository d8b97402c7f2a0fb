/** The contexts that yoga gives to plugins and resolvers. */
import type { Plugin } from 'graphql-yoga';
import type { GraphQLCall } from './call.ts';
import type { Exchange } from './exchange.ts';

export interface ServerContext {
  readonly exchange: Exchange;
}

export interface GraphQLContext extends ServerContext {
  readonly call: GraphQLCall;
}

export type DoorPlugin = Plugin<GraphQLContext, ServerContext>;
