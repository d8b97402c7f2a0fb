/**
 * What the service needs of an identity provider (OpenID Connect): to send a PSU there, and to read what they came back with.
 * It judges the protocol: issuer, state, nonce, signature, times. What was granted is judged by the rules here.
 */

import type { Grant, PaymentDetail } from '../domain/authorisations/grant.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';

export interface AuthenticationQuestion {
  /** None for a log-in. */
  readonly details: readonly PaymentDetail[];
  /** Of the page that the PSU leaves; null: the provider decides. */
  readonly language: PageLanguage | null;
}

/** What is kept of a request until the PSU comes back, and shown to nobody. */
export interface RequestSecrets {
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface BegunAuthentication {
  /** Where the PSU goes. */
  readonly address: string;
  /** By this the way back names the request. */
  readonly state: string;
  readonly secrets: RequestSecrets;
}

export interface AuthenticationResponse extends RequestSecrets {
  /** The query of the address that the PSU came back by. */
  readonly query: string;
  readonly state: string;
}

/** A check of the protocol that an answer failed. */
export type ProtocolFault = 'RESPONSE' | 'CODE' | 'ID_TOKEN';

export type ProviderAuthentication =
  | {
      readonly result: 'AUTHENTICATED';
      readonly grant: Grant;
      /** The claim that names the customer; null when it is missing or no text. */
      readonly customerNumber: string | null;
      /** As the provider has signed it. */
      readonly idToken: string;
    }
  /** The PSU has refused there. */
  | { readonly result: 'REFUSED' }
  /** `detail`: a code of the standard, or the claim that is wrong. */
  | { readonly result: 'INVALID'; readonly check: ProtocolFault; readonly detail: string };

export interface IdentityProvider {
  /** Values of `acr` that are strong enough. */
  readonly acrValues: readonly string[];
  /** Throws UNAVAILABLE when the provider does not take the request, or does not answer. */
  begin(question: AuthenticationQuestion): Promise<BegunAuthentication>;
  /** Throws UNAVAILABLE when the provider does not answer, or is not able to. */
  finish(response: AuthenticationResponse): Promise<ProviderAuthentication>;
}

/**
 * The last request to an identity provider for an authorisation, and the evidence of what came of it. A request is good for
 * one return: then its secrets are deleted. Times are epoch milliseconds, real time.
 */
export interface AuthenticationRequest {
  readonly authorisationId: string;
  readonly tppId: string;
  readonly stateHash: string;
  readonly nonce: string | null;
  readonly codeVerifier: string | null;
  readonly leftAt: number;
  /** When a PSU came back with its state. */
  readonly usedAt: number | null;
  /** Once all checks have passed: the ID token as it was signed, and the authorization details as granted. */
  readonly idToken: string | null;
  readonly details: readonly unknown[] | null;
}

export interface AuthenticationRequestStore {
  /** Inserts the request, or replaces an earlier one of the same authorisation. */
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
