/** Through these interfaces the doors use parts of other rooms without importing them. */
import type { Caller, SignedRequest } from '../domain/caller.ts';
import type { HttpRequest } from './message.ts';

export interface PresentedToken {
  readonly kind: 'TOKEN' | 'SESSION';
  readonly text: string;
}

export interface Tokens {
  callerOf(token: PresentedToken): Promise<Caller | null>;
  /** false: the certificate is revoked or has expired, or the token has expired. Does not read the database. */
  isInForce(caller: Caller): boolean;
  /** false: the token no longer exists. The result may be two seconds old. A signed request has no token, so it gets true. */
  stillExists(caller: Caller): Promise<boolean>;
  /** Call it when the token of the caller has ended. From then on this process refuses the token. */
  forget(caller: Caller): void;
}

export interface DoorGuard {
  /** Returns the caller that signed the request, or throws a Refusal. */
  verify(
    request: SignedRequest,
    /** `role`: the PSD2 role that the operation requires; null or absent: none. */
    demands: { readonly digestRequired: boolean; readonly role?: 'PSP_PI' | null },
  ): Caller;
  /** Counts a request against the rate limit of the TPP, or throws 429. Set `trace.caller` first, for the log line. */
  admit(caller: Caller): void;
}

/** Plays the faults that TPPs ask for in a sandbox. */
export interface FaultPlayer {
  /**
   * Plays a fault that comes before the operation, or stores a later one in `request.sandboxFault`. A fault may throw a Refusal, which
   * replaces the response. If `isExempt` is true, a fault that the TPP asked for in advance waits for a later request.
   */
  playBefore(request: HttpRequest, caller: Caller, isExempt?: () => boolean): Promise<void>;
}

export interface SignaturesOfReads {
  remember(caller: Caller): void;
  /** Throws if a read had the same signature. */
  refuseSignatureOfRead(caller: Caller): void;
}
