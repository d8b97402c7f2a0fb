/** Collects the effects of the resolvers of a request. plugins/idempotency.ts, plugins/faults.ts and door.ts read them. */
import type { ExecutionResult } from 'graphql';
import type { Refusal } from '../domain/refusal.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import { httpOptionsOf } from './errors.ts';

export class Outcome {
  /** A mutation has succeeded under the X-Request-ID, in this request or in an earlier one. */
  hasActed = false;
  /** A mutation has run in this request, and succeeded or was refused, so the response is not a replay. */
  hasRunHere = false;
  /** The response contains a secret, so it is not stored. The stored outcomes of the mutations contain no secret. */
  hasSecret = false;
  /** A mutation has ended the token or session of the request. */
  hasSignedOut = false;
  /** The stored response to an equal request. It replaces the response of this one. */
  storedResponse: StoredAnswer | null = null;
  /** Codes of the refusals in the result. They are logged, because the HTTP status is 200. */
  readonly refusalCodes = new Set<string>();
  #retryAfterSeconds = 0;

  addRefusal({ code, extras: { retryAfterSeconds = 0 } }: Refusal): void {
    this.refusalCodes.add(code);
    this.#retryAfterSeconds = Math.max(this.#retryAfterSeconds, retryAfterSeconds);
  }

  /** Seconds after which the client should retry; 0 for a final response. */
  secondsUntilRetry({ errors = [] }: ExecutionResult): number {
    return Math.max(
      this.#retryAfterSeconds,
      ...errors.map((error) => httpOptionsOf(error)?.retryAfterSeconds ?? 0),
    );
  }
}
