/**
 * A GraphQL request in four phases: received, verified, parsed, executed. Each is made from the one before; outcome.ts
 * collects what the resolvers did.
 */
import type { GraphQLError } from 'graphql';
import type { Caller } from '../domain/caller.ts';
import type { Owner } from '../fairness/long-work.ts';
import type { HttpRequest } from '../http/message.ts';
import type { RequestKey } from '../operations/ports/stores.ts';
import type { AnswerSize } from './documents/answer-size.ts';
import type { ParsedDocument, ReadDocument } from './documents/documents.ts';
import type { ValueError } from './documents/validation.ts';
import { Outcome } from './outcome.ts';

export type Form = 'application/json' | 'application/graphql-response+json' | 'text/event-stream';

/** Method, media type and size are right. */
export interface Received {
  readonly http: HttpRequest;
  /** The bytes of a POST, null for a GET. */
  readonly body: Uint8Array | null;
}

/** The signature, token or cookie has been verified over the bytes. */
export interface Verified extends Received {
  /** null without a credential. */
  readonly caller: Caller | null;
  /** The TPP whose share of the service the request uses. */
  readonly owner: Owner;
}

/** The document is within its bounds, and the caller may run it. */
export interface Parsed extends Verified {
  /** The error, if it cannot be parsed. */
  readonly document: ParsedDocument | GraphQLError;
  /** Fields that the response can have (documents/cost.ts); null: unknown, so it does not run. */
  readonly cost: number | null;
  readonly errors: readonly GraphQLError[];
  /** Errors of values; the rules of the bank may describe them better. */
  readonly misfits: readonly ValueError[];
  /** The media type of the answer. */
  readonly form: Form;
  /** The idempotency key of a mutation. */
  readonly requestKey: RequestKey | null;
  /** Counts of the response so far. */
  readonly size: AnswerSize;
}

/** Its end: the result of the operation, or the refusal. */
export type Executed = { readonly result: object } | { readonly thrown: unknown };

export class Exchange {
  readonly http: HttpRequest;
  /** A CORS preflight request: nothing is received. */
  readonly isPreflight: boolean;
  readonly outcome = new Outcome();
  /** The parsed document, for the log. */
  document: ReadDocument = null;
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

  /** Throws where the phase has not begun. */
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

/** Whether the response contains the result of the operation. */
export function isResult({ executed }: Exchange, result: unknown): boolean {
  const execution = executed.orNull;
  return execution !== null && 'result' in execution && execution.result === result;
}
