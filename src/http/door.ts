/** What both doors need from the guard and the process, as interfaces, so that neither door imports the room `security`. */

import type { HeaderMap } from '../domain/headers.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../operations/operation.ts';

/** A caller who is known: by a signature, whose verified value is for the memory of reads, or by a token or session. */
export type VerifiedCaller = Caller & { readonly signature?: string; readonly token?: KnownToken };

/** The token or session that a request has shown. */
export interface KnownToken {
  readonly hash: string;
  /** Real time, epoch milliseconds. */
  readonly expiresAt: number;
}

/** What a request shows in the place of a signature. */
export interface ShownToken {
  readonly kind: 'TOKEN' | 'SESSION';
  readonly text: string;
}

/** Console tokens and sessions, and what they have opened. */
export interface Tokens {
  callerOf(shown: ShownToken): Promise<VerifiedCaller | null>;
  /** Whether the caller's certificate has not been revoked since, nor its token run out; asks nobody. */
  stands(caller: VerifiedCaller): boolean;
  /** Whether its token is still kept, as it was seen at most two seconds ago; true for one who has signed. */
  known(caller: VerifiedCaller): Promise<boolean>;
  /** The caller's token was ended: this process accepts it no more. */
  ended(caller: VerifiedCaller): void;
}

/** A request that may be signed, its body read in full. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: HeaderMap;
  readonly body: Uint8Array | null;
}

export interface DoorGuard {
  /** Verifies certificate, signature, digest and role; throws a Refusal. */
  verify(
    request: SignedRequest,
    demands: { readonly digestRequired: boolean; readonly role?: 'PSP_PI' | null },
  ): VerifiedCaller;
  /** Counts a request against the rate limit of the TPP, or throws 429; the door has noted by then who it is. */
  admit(caller: VerifiedCaller): void;
}

/** Remembers signatures of reads, so that none of them is accepted for a write. */
export interface ReadMemory {
  remember(caller: VerifiedCaller): void;
  has(caller: VerifiedCaller): boolean;
}

/** Recognises failures that have a refusal of their own, such as a lost database; null for defects. */
export type KnownFailure = (error: unknown) => Refusal | null;

/** One line of the request log: nothing personal. */
export interface DoorLogEntry {
  readonly door: 'rest' | 'graphql' | 'sca';
  readonly method: string;
  /** The row's path, or the name of the GraphQL operation. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly tppId?: string;
  readonly requestId?: string;
  /** Id and code of the failure that the answer shows. */
  readonly failureId?: string;
  readonly code?: string;
  /** All codes of an answer that carries several, each once. */
  readonly codes?: readonly string[];
}

/** Writes a log line; `error` is what was thrown, for failures that are defects. */
export type DoorLog = (entry: DoorLogEntry, error?: unknown) => void;
