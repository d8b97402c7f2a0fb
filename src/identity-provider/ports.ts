/**
 * The port to the identity provider. The provider checks the protocol: issuer, state, nonce, signature and times. The
 * rules of this room check the grant.
 */

import type { Grant, PaymentDetail } from '../domain/authorisations/grant.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';

export interface AuthenticationQuestion {
  /** Empty for a log-in. */
  readonly details: readonly PaymentDetail[];
  /** null: the provider decides. */
  readonly language: PageLanguage | null;
}

/** A secret that is stored until the PSU comes back, and never shown. */
export interface RequestSecrets {
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface BegunAuthentication {
  readonly address: string;
  /** The PSU's return names the request by this state. */
  readonly state: string;
  readonly secrets: RequestSecrets;
}

export interface AuthenticationResponse extends RequestSecrets {
  readonly query: string;
  readonly state: string;
}

export type ProtocolFault = 'RESPONSE' | 'CODE' | 'ID_TOKEN';

export type ProviderAuthentication =
  | {
      readonly result: 'AUTHENTICATED';
      readonly grant: Grant;
      /** null when the claim is missing or not a text. */
      readonly customerNumber: string | null;
      readonly idToken: string;
    }
  | { readonly result: 'REFUSED' }
  /** `detail`: a code of the standard, or the wrong claim. */
  | { readonly result: 'INVALID'; readonly check: ProtocolFault; readonly detail: string };

export interface IdentityProvider {
  readonly acrValues: readonly string[];
  /** Throws UNAVAILABLE when the provider refuses the request or does not respond. */
  begin(question: AuthenticationQuestion): Promise<BegunAuthentication>;
  /** Throws UNAVAILABLE when the provider does not respond. */
  finish(response: AuthenticationResponse): Promise<ProviderAuthentication>;
}

/** The secrets are deleted when the PSU first comes back. Times are epoch milliseconds in real time. */
export interface AuthenticationRequest {
  readonly authorisationId: string;
  readonly tppId: string;
  readonly stateHash: string;
  readonly nonce: string | null;
  readonly codeVerifier: string | null;
  readonly leftAt: number;
  readonly usedAt: number | null;
  /** Set after all checks have passed. */
  readonly idToken: string | null;
  readonly details: readonly unknown[] | null;
}

export interface AuthenticationRequestStore {
  put(request: AuthenticationRequest): Promise<void>;
  find(authorisationId: string): Promise<AuthenticationRequest | null>;
  withState(stateHash: string): Promise<AuthenticationRequest | null>;
  update(
    authorisationId: string,
    change: Partial<Pick<AuthenticationRequest, 'nonce' | 'codeVerifier' | 'usedAt' | 'idToken' | 'details'>>,
  ): Promise<void>;
  drop(authorisationId: string): Promise<void>;
}

declare module '../operations/ports/stores.ts' {
  interface Stores {
    readonly authenticationRequests: AuthenticationRequestStore;
  }
}
