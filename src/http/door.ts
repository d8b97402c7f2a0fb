/** What both doors need from the guard and the process, as interfaces, so that neither door imports the room `security`. */

import type { Caller, SignedRequest } from '../domain/caller.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Stage } from '../domain/stages.ts';

/** The credential of a request that has no signature. */
export interface ShownToken {
  readonly kind: 'TOKEN' | 'SESSION';
  readonly text: string;
}

/** Console tokens and sessions, and what they have opened. */
export interface Tokens {
  callerOf(shown: ShownToken): Promise<Caller | null>;
  /** Whether the caller's certificate is still not revoked and its token not expired; reads no database. */
  stands(caller: Caller): boolean;
  /** Whether its token still exists, as read at most two seconds ago; true for a signed request. */
  known(caller: Caller): Promise<boolean>;
  /** The caller's token was ended: this process accepts it no more. */
  ended(caller: Caller): void;
}

export interface DoorGuard {
  /** Verifies certificate, signature, digest and role; throws a Refusal. */
  verify(
    request: SignedRequest,
    demands: { readonly digestRequired: boolean; readonly role?: 'PSP_PI' | null },
  ): Caller;
  /** Counts a request against the rate limit of the TPP, or throws 429; the caller must be noted before. */
  admit(caller: Caller): void;
}

/** Remembers signatures of reads, so that none of them is accepted for a write. */
export interface ReadMemory {
  remember(caller: Caller): void;
  has(caller: Caller): boolean;
}

/** Recognises failures that have a refusal of their own, such as a lost database; null for defects. */
export type KnownFailure = (error: unknown) => Refusal | null;

/** One line of the log, without personal data. */
export interface DoorLogEntry {
  readonly door: 'rest' | 'graphql' | 'sca';
  readonly method: string;
  /** The row's path; of GraphQL the type of the operation and the fields of the schema at its root. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly tppId?: string;
  /** X-Request-ID where it is a UUID, else a hash of it. */
  readonly requestId?: string;
  /** Where traces are sent: the id of the request's trace. */
  readonly traceId?: string;
  /** Id and code of the failure that the answer shows. */
  readonly failureId?: string;
  readonly code?: string;
  /** The stage that refused or failed. */
  readonly stage?: Stage;
  /** All codes of an answer that carries several, each once. */
  readonly codes?: readonly string[];
}

/** Writes a log line; `error` is what was thrown, for failures that are defects. */
export type DoorLog = (entry: DoorLogEntry, error?: unknown) => void;
