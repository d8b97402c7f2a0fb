/**
 * A GraphQL request in four phases: received, verified, parsed, executed. Each phase adds to the one before. outcome.ts collects
 * the effects of the resolvers.
 */
import type { GraphQLError } from 'graphql';
import type { Caller } from '../domain/caller.ts';
import type { WorkOwner } from '../fairness/long-work.ts';
import type { HttpRequest } from '../http/message.ts';
import type { RequestKey } from '../operations/ports/stores.ts';
import type { DocumentOrError, ParsedDocument } from './documents/documents.ts';
import type { ResponseLimit } from './documents/response-limit.ts';
import type { ValueError } from './documents/validation.ts';
import { Outcome } from './outcome.ts';

export type Form = 'application/json' | 'application/graphql-response+json' | 'text/event-stream';

/** Method, media type and size have been checked. */
export interface Received {
  readonly http: HttpRequest;
  /** The bytes of a POST, null for a GET. */
  readonly body: Uint8Array | null;
}

/** The signature, token or cookie has been verified over the bytes. */
export interface Verified extends Received {
  /** null if the request has no credential, or an unknown token. */
  readonly caller: Caller | null;
  /** The TPP whose share of the service the request uses. */
  readonly workOwner: WorkOwner;
}

/** The caller may run the document, or the document has an error. */
export interface Parsed extends Verified {
  /** The error if the document cannot be parsed, or exceeds a limit. */
  readonly document: ParsedDocument | GraphQLError;
  /** The estimated number of fields of the response (documents/cost.ts). null: unknown, so the document is not executed. */
  readonly cost: number | null;
  /** Errors of the validation, without `valueErrors`. */
  readonly errors: readonly GraphQLError[];
  /** Errors of values with wrong types. input-faults.ts describes them as REST does. */
  readonly valueErrors: readonly ValueError[];
  /** The media type of the response. */
  readonly form: Form;
  /** The idempotency key of a mutation. */
  readonly idempotencyKey: RequestKey | null;
  readonly responseLimit: ResponseLimit;
}

/** The result of the operation, or the error that refused the whole request. */
export type Executed = { readonly result: object } | { readonly thrown: unknown };

export class Exchange {
  readonly http: HttpRequest;
  /** Whether it is a CORS preflight request. Such a request has no phases. */
  readonly isPreflight: boolean;
  readonly outcome = new Outcome();
  /** For the log; unlike the phase `parsed` it is also set if the caller may not run the document. */
  document: DocumentOrError = null;
  readonly verified = new Phase<Verified>();
  readonly parsed = new Phase<Parsed>();
  readonly executed = new Phase<Executed>();

  constructor(http: HttpRequest, isPreflight: boolean) {
    this.http = http;
    this.isPreflight = isPreflight;
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

  begin(value: Value): Value {
    this.#value = value;
    return value;
  }
}

/** Whether `result` is that of the operation, and not an error that refused the whole request. */
export function isResult({ executed }: Exchange, result: unknown): boolean {
  const execution = executed.orNull;
  return execution !== null && 'result' in execution && execution.result === result;
}
