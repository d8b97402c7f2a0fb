/**
 * A GraphQL request in four phases: received, verified, parsed, executed. Each phase adds to the one before. The resolvers report
 * what they did in `ResolverEffects`.
 */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { FetchAPI } from 'graphql-yoga';
import type { Caller } from '../domain/caller.ts';
import type { graphqlTypes } from '../domain/media-types.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { WorkOwner } from '../fairness/long-work.ts';
import type { HttpRequest } from '../http/message.ts';
import type { RequestKey, StoredAnswer } from '../operations/ports/stores.ts';
import type { ParsedDocument } from './documents/documents.ts';
import type { ResponseLimit } from './documents/response-limit.ts';
import type { ValueError } from './documents/validation.ts';
import { httpOptionsOf } from './errors.ts';

export type GraphQLMediaType = (typeof graphqlTypes)[number];

/** Method, media type and size have been checked. */
export interface Received {
  readonly http: HttpRequest;
  /** The bytes of a POST, null for a GET. */
  readonly body: Uint8Array | null;
}

/** The credential has been checked: a signature over the bytes of the body, a token or a cookie. */
export interface Verified extends Received {
  /** null if the request has no credential, or an unknown token. */
  readonly caller: Caller | null;
  /** The TPP whose share of the service the request uses. */
  readonly workOwner: WorkOwner;
}

/** All checks before the execution are done. `documentError` and `errors` have the faults of the document. */
export interface Parsed extends Verified {
  /** null if it cannot be parsed, or exceeds a limit that is checked before its cost. */
  readonly document: ParsedDocument | null;
  /** The error if the document cannot be parsed, or exceeds a limit. */
  readonly documentError: GraphQLError | null;
  /**
   * The estimated number of fields of the response (documents/cost.ts). For a subscription, it is the greatest number for one
   * event. null if the document or its variables are invalid.
   */
  readonly cost: number | null;
  /** Errors of the validation, without `valueErrors`. */
  readonly errors: readonly GraphQLError[];
  /** Errors of values with wrong types. input-faults.ts describes them as REST does. */
  readonly valueErrors: readonly ValueError[];
  /** The media type of the response, chosen by the header Accept. */
  readonly mediaType: GraphQLMediaType;
  /** The idempotency key of a mutation. null for queries and subscriptions. */
  readonly idempotencyKey: RequestKey | null;
  readonly responseLimit: ResponseLimit;
}

/** The result of the operation, or the error that refused the whole request. */
export type Executed = { readonly result: object } | { readonly thrown: unknown };

export class GraphQLExchange {
  readonly http: HttpRequest;
  readonly effects = new ResolverEffects();
  /** For the log. It is set even if the caller may not run the document. */
  document: ParsedDocument | null = null;
  readonly verified = new Phase<Verified>();
  readonly parsed = new Phase<Parsed>();
  readonly executed = new Phase<Executed>();

  constructor(http: HttpRequest) {
    this.http = http;
  }
}

class Phase<Value> {
  #value: Value | null = null;

  get value(): Value {
    if (this.#value === null) throw new Error('a plugin reads a phase that has not begun');
    return this.#value;
  }

  get orNull(): Value | null {
    return this.#value;
  }

  begin(value: Value): void {
    this.#value = value;
  }
}

/** Whether `result` is the result of the operation, and not an error that refused the whole request. */
export function isOperationResult({ executed }: GraphQLExchange, result: unknown): boolean {
  const execution = executed.orNull;
  return execution !== null && 'result' in execution && execution.result === result;
}

/** What the resolvers have done. They write it, and the plugins and the door read it. */
export class ResolverEffects {
  /** Whether a mutation has succeeded under the X-Request-ID, in this request or in an earlier one. */
  hasSuccessfulMutation = false;
  /** Whether the response is not a replay: a mutation has run in this request, or this response is the one that was stored. */
  isResponseNew = false;
  /**
   * Whether only the outcomes of the mutations may be stored, and not the response, because the response contains a secret, or a
   * replay of it would be wrong.
   */
  mustNotBeStored = false;
  /** Whether a mutation has ended the token or session of the request. */
  hasSignedOut = false;
  /** The stored response to an earlier equal request. It replaces the response to this request. */
  storedResponse: StoredAnswer | null = null;
  /** Codes of the refusals in the result. They are logged, because the HTTP status is 200. */
  readonly refusalCodes = new Set<string>();
  #retryAfterSeconds = 0;

  addRefusal({ code, extras: { retryAfterSeconds = 0 } }: Refusal): void {
    this.refusalCodes.add(code);
    this.#retryAfterSeconds = Math.max(this.#retryAfterSeconds, retryAfterSeconds);
  }

  /** Seconds after which the client should retry; 0: a retry would not change the response. */
  secondsUntilRetry({ errors = [] }: ExecutionResult): number {
    return Math.max(
      this.#retryAfterSeconds,
      ...errors.map((error) => httpOptionsOf(error)?.retryAfterSeconds ?? 0),
    );
  }
}

/** Whether the body is a stream of server-sent events. */
export const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** Reads the body of a response that is not a stream. */
export const bytesIn = async (response: Response): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer());

export const responseOf = ({ status, headers, body }: StoredAnswer, { Response }: FetchAPI): Response =>
  new Response(body as Uint8Array<ArrayBuffer>, { status, headers });

export function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
}
