/** The phases of a request. Each adds to the one before. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { FetchAPI } from 'graphql-yoga';
import type { Caller } from '../domain/caller.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { WorkOwner } from '../fairness/long-work.ts';
import type { HttpRequest } from '../http/message.ts';
import type { RequestKey, StoredAnswer } from '../operations/ports/stores.ts';
import type { ParsedDocument } from './documents/documents.ts';
import type { ResponseLimit } from './documents/response-limit.ts';
import type { ValueError } from './documents/validation.ts';
import { httpOptionsOf } from './errors.ts';

export interface Verified {
  readonly http: HttpRequest;
  /** null if the request has no credential, or an unknown token. */
  readonly caller: Caller | null;
  readonly workOwner: WorkOwner;
}

export interface Parsed extends Verified {
  /** null if the document cannot be parsed, or exceeds a limit. A document that exceeds only the limit of the cost is not null. */
  readonly document: ParsedDocument | null;
  /** Why the document cannot be parsed, or which limit it exceeds, including that of the cost. */
  readonly documentError: GraphQLError | null;
  /** Estimated fields of the response, or of one event. null if the document or its variables are invalid. */
  readonly cost: number | null;
  /** All faults of validation, except `valueErrors`. */
  readonly validationErrors: readonly GraphQLError[];
  /** Literals of wrong types. */
  readonly valueErrors: readonly ValueError[];
  readonly mediaType: string;
  readonly idempotencyKey: RequestKey | null;
  readonly responseLimit: ResponseLimit;
}

/** `thrown` is the error that refused the whole request. */
type Executed = { readonly result: object } | { readonly thrown: unknown };

export class GraphQLExchange {
  readonly http: HttpRequest;
  readonly effects = new ResolverEffects();
  /** The log needs the document even if the caller may not run it. */
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
    if (this.#value === null) throw new Error('a plugin reads a phase before its value is set');
    return this.#value;
  }

  get orNull(): Value | null {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
  }
}

/** true: the result comes from the execution. false: yoga made it of an error. */
export function isOperationResult({ executed }: GraphQLExchange, result: unknown): boolean {
  const execution = executed.orNull;
  return execution !== null && 'result' in execution && execution.result === result;
}

export class ResolverEffects {
  /** A mutation has succeeded in this request, or in an earlier one with the same X-Request-ID. */
  hasSuccessfulMutation = false;
  /** true: the response is no replay, because this request has run a mutation, or has stored its response as the first. */
  isResponseNew = false;
  /** The response contains a secret, or a replay would be wrong. If true, only the outcomes of the mutations are stored. */
  mustNotStoreResponse = false;
  hasSignedOut = false;
  /** What an earlier request with the same X-Request-ID stored. The client gets it instead of a new response. */
  storedResponse: StoredAnswer | null = null;
  /** The log needs these codes, because the HTTP status is 200. */
  readonly refusalCodes = new Set<string>();
  #retryAfterSeconds = 0;

  addRefusal({ code, extras: { retryAfterSeconds = 0, links } }: Refusal): void {
    this.refusalCodes.add(code);
    // Only a refusal that asks for a log-in has links. The same request acts after the log-in, so a replay would be wrong.
    if (links !== undefined) this.mustNotStoreResponse = true;
    this.#retryAfterSeconds = Math.max(this.#retryAfterSeconds, retryAfterSeconds);
  }

  /** 0: a retry would not change the response. */
  secondsUntilRetry({ errors = [] }: ExecutionResult): number {
    return Math.max(
      this.#retryAfterSeconds,
      ...errors.map((error) => httpOptionsOf(error)?.retryAfterSeconds ?? 0),
    );
  }
}

export const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

export const bytesIn = async (response: Response): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer());

export const responseOf = ({ status, headers, body }: StoredAnswer, { Response }: FetchAPI): Response =>
  new Response(body as Uint8Array<ArrayBuffer>, { status, headers });

export function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
}
