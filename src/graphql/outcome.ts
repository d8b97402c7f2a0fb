/** What the resolvers of a request came to, for idempotency, the headers of the answer and the log. */
import type { ExecutionResult } from 'graphql';
import type { Refusal } from '../domain/refusal.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import { httpOf } from './errors.ts';

export class Outcome {
  /** A mutation was carried out under the X-Request-ID, now or before, so the door keeps the whole answer. */
  acted = false;
  /** A mutation did or refused something now, so that the answer is no replay. */
  fresh = false;
  /** The answer holds a secret and is not kept; a replay is made from the outcomes, which hold none. */
  secret = false;
  /** The token or session of the request was ended. */
  signedOut = false;
  /** The answer that was kept for an equal request: it is given again, byte for byte. */
  earlier: StoredAnswer | null = null;
  /** The refusal that an X-Request-ID used before deserves. */
  conflict: Refusal | null = null;
  /** Codes of refused mutations and fields, for the log: the response itself is HTTP 200. */
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
