/** What both doors need from the guard and the process, as interfaces, so that neither door imports the room `security`. */

import type { Caller, SignedRequest } from '../domain/caller.ts';
import type { Refusal } from '../domain/refusal.ts';

/** The credential of a request that has no signature. */
export interface ShownToken {
  readonly kind: 'TOKEN' | 'SESSION';
  readonly text: string;
}

/** Console tokens and sessions, and what they have opened. */
export interface Tokens {
  callerOf(token: ShownToken): Promise<Caller | null>;
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
  /** Refuses a write with the signed headers of a read. */
  requireUnread(caller: Caller): void;
}

/** Recognises failures that have a refusal of their own, such as a lost database; null for defects. */
export type KnownFailure = (error: unknown) => Refusal | null;
