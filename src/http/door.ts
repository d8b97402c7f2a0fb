/** Interfaces of the guard and the process, so that no door imports the room `security`. */
import type { Caller, SignedRequest } from '../domain/caller.ts';
import type { HttpRequest } from './message.ts';

export interface PresentedToken {
  readonly kind: 'TOKEN' | 'SESSION';
  readonly text: string;
}

export interface Tokens {
  callerOf(token: PresentedToken): Promise<Caller | null>;
  /** Whether the caller's certificate is not revoked and its token not expired. Reads no database. */
  isInForce(caller: Caller): boolean;
  /** Whether the token still exists, as read at most two seconds ago; true for a signed request. */
  stillExists(caller: Caller): Promise<boolean>;
  /** Call it after the caller's token has ended, so that this process accepts it no longer. */
  forget(caller: Caller): void;
}

export interface DoorGuard {
  /** Throws a Refusal. */
  verify(
    request: SignedRequest,
    demands: { readonly digestRequired: boolean; readonly role?: 'PSP_PI' | null },
  ): Caller;
  /**
   * Counts a request against the rate limit of the TPP, or throws 429. Store the caller in the trace first, so that the log
   * line of the refusal names it.
   */
  admit(caller: Caller): void;
}

/** Plays the faults that TPPs ask for in a sandbox. */
export interface Faults {
  /**
   * Call it after the caller is verified, and before the operation. A thrown Refusal replaces the response. `isExempt`: the request
   * gets only the fault that its header names, not the one set for the next requests.
   */
  playBefore(request: HttpRequest, caller: Caller, isExempt?: () => boolean): Promise<void>;
}

/** Remembers signatures of reads, so that no write can reuse them. */
export interface ReadMemory {
  remember(caller: Caller): void;
  refuseSignatureOfRead(caller: Caller): void;
}
