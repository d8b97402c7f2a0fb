/**
 * Interfaces of the guard, the tokens, the faults of a sandbox and the signatures of reads. By these interfaces the doors use them
 * without imports from other rooms.
 */
import type { Caller, SignedRequest } from '../domain/caller.ts';
import type { HttpRequest } from './message.ts';

export interface PresentedToken {
  readonly kind: 'TOKEN' | 'SESSION';
  readonly text: string;
}

export interface Tokens {
  callerOf(token: PresentedToken): Promise<Caller | null>;
  /** false: the caller's certificate is revoked, or its token has expired. This check does not read the database. */
  isInForce(caller: Caller): boolean;
  /** Whether the token still exists, as read at most two seconds ago; true for a signed request. */
  stillExists(caller: Caller): Promise<boolean>;
  /** Call it after the caller's token has ended, so that this process no longer accepts the token. */
  forget(caller: Caller): void;
}

export interface DoorGuard {
  /** Returns the caller that signed the request. Throws a Refusal for an invalid certificate, signature, digest or role. */
  verify(
    request: SignedRequest,
    demands: { readonly digestRequired: boolean; readonly role?: 'PSP_PI' | null },
  ): Caller;
  /**
   * Counts a request against the rate limit of the TPP, or throws 429. Store the caller in the trace first, so that the log
   * line of the refusal names the caller.
   */
  admit(caller: Caller): void;
}

/** Plays the faults that TPPs ask for in a sandbox. */
export interface FaultPlayer {
  /**
   * Call it after the caller is verified, and before the operation. A thrown Refusal replaces the response. `isExempt`: the request
   * gets only the fault that its header names, not the fault that the TPP has set for the next requests.
   */
  playBefore(request: HttpRequest, caller: Caller, isExempt?: () => boolean): Promise<void>;
}

/** Remembers signatures of reads, so that no write can reuse them. */
export interface SignaturesOfReads {
  remember(caller: Caller): void;
  refuseSignatureOfRead(caller: Caller): void;
}
