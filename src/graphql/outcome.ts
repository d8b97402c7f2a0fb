/** Collects what the resolvers of a request did. The idempotency, the headers of the response and the log use it. */
import type { ExecutionResult } from 'graphql';
import type { Refusal } from '../domain/refusal.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import { httpOf } from './errors.ts';

export class Outcome {
  /** A mutation has acted under the X-Request-ID, now or before, so the complete response is stored. */
  acted = false;
  /** A mutation has acted or refused now, so the response is not a replay. */
  fresh = false;
  /**
   * The response contains a secret, so it is not stored. A replay is made from the outcomes, which contain no secret.
   */
  secret = false;
  /** A mutation has ended the token or session of the request. */
  signedOut = false;
  /** The stored response to an equal request. It is returned byte for byte. */
  earlier: StoredAnswer | null = null;
  /** The refusal for an X-Request-ID that another request has used. */
  conflict: Refusal | null = null;
  /** Codes of refused mutations and fields for the log, because the HTTP status is 200. */
  readonly refusals = new Set<string>();
  #retryAfterSeconds = 0;

  /** A mutation was refused. */
  note({ code, extras: { retryAfterSeconds = 0 } }: Refusal): void {
    this.refusals.add(code);
    this.#retryAfterSeconds = Math.max(this.#retryAfterSeconds, retryAfterSeconds);
  }

  /** Seconds until a retry; 0 for a final response. */
  secondsUntilRetry({ errors = [] }: ExecutionResult): number {
    return Math.max(this.#retryAfterSeconds, ...errors.map((error) => httpOf(error)?.retryAfterSeconds ?? 0));
  }
}
