/** The state of one request at the GraphQL door, in the context of yoga's plugins. */
import type { ExecutionResult, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from '../domain/caller.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { HttpRequest } from '../http/messages/message.ts';
import type { RequestKey } from '../operations/ports/stores.ts';
import type { GraphQLContext, Progress } from './context.ts';
import type { ParsedDocument } from './documents/documents.ts';
import type { Form } from './door/answer.ts';
import type { GraphQLParams } from './door/params.ts';

/** What each stage of the request has found out; later stages rely on it. */
export interface RequestState {
  readonly http: HttpRequest;
  /** The bytes of a POST, null for a GET. */
  body: Uint8Array | null;
  readonly progress: Progress;
  /** What has not been looked at yet, for the message of a refusal. */
  readonly unread: Set<'query' | 'body'>;
  /** null: without a credential, or before it is verified. */
  caller: Caller | null;
  /** The operation for the log: its type, and its name for callers who are known. */
  label: string;
  /** Verified and parsed, before yoga sees them. */
  params: GraphQLParams;
  /** The document, or why it cannot be read. */
  parsed: ParsedDocument | GraphQLError | null;
  /** Errors of validation that are about values alone, which the rules of the bank may name better. */
  invalid: readonly GraphQLError[];
  /** The media type of the answer. */
  form: Form;
  /** The idempotency key of a mutation. */
  requestKey: RequestKey | null;
  /** The refusal that an X-Request-ID used before deserves. */
  conflict: Refusal | null;
}

/**
 * The context of an operation: the state in one object, because yoga copies its context; what resolvers use beside it is
 * there from the execution on (resolver-context.ts).
 */
export interface ServerContext extends GraphQLContext {
  readonly state: RequestState;
  /** A result that yoga is only to format. */
  readonly made?: ExecutionResult | AsyncIterable<ExecutionResult>;
}

/** A plugin of yoga for this door. */
export type DoorPlugin = Plugin<ServerContext, ServerContext>;

export function newRequest(http: HttpRequest): RequestState {
  return {
    http,
    body: null,
    progress: { acted: false, fresh: false, refusals: new Set(), trace: http.trace },
    unread: new Set(),
    caller: null,
    label: 'unread',
    params: {},
    parsed: null,
    invalid: [],
    form: 'application/json',
    requestKey: null,
    conflict: null,
  };
}

/** The operation that will run, for a document that could be read. */
export const operationOf = ({ parsed }: RequestState): OperationDefinitionNode | null =>
  parsed !== null && 'document' in parsed ? parsed.operation : null;
