import type { Grant, PaymentDetail } from '../domain/authorisations/grant.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import type { StoreKey } from '../operations/ports/stores.ts';

export interface AuthenticationQuestion {
  /** Empty for a log-in. */
  readonly details: readonly PaymentDetail[];
  /** null: the provider decides. */
  readonly language: PageLanguage | null;
}

/** Secrets that are stored until the PSU returns, and are never shown. */
export interface RequestSecrets {
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface StartedAuthentication {
  readonly address: string;
  readonly state: string;
  readonly secrets: RequestSecrets;
}

export interface AuthenticationResponse extends RequestSecrets {
  readonly query: string;
  readonly state: string;
}

/** Which part of the response is wrong: the parameters of the PSU's return, the authorization code, or the ID token. */
export type ProtocolFault = 'RESPONSE' | 'CODE' | 'ID_TOKEN';

export type ProviderAuthentication =
  | {
      readonly result: 'AUTHENTICATED';
      readonly grant: Grant;
      /** null if the claim is missing or not a text. */
      readonly customerNumber: string | null;
      readonly idToken: string;
    }
  | { readonly result: 'REFUSED' }
  /** `detail` is a code of the standards or of openid-client, or the name of the wrong claim. */
  | { readonly result: 'INVALID'; readonly check: ProtocolFault; readonly detail: string };

/** The implementation checks the protocol of OpenID Connect, and conclude.ts checks the grant. */
export interface IdentityProvider {
  readonly acrValues: readonly string[];
  /** `begin` and `finish` throw UNAVAILABLE if the provider does not respond, or rejects this service. */
  begin(question: AuthenticationQuestion): Promise<StartedAuthentication>;
  finish(response: AuthenticationResponse): Promise<ProviderAuthentication>;
}

/** Its secrets are deleted when the PSU first returns. Times are epoch milliseconds, real time. */
export interface AuthenticationRequest {
  readonly authorisationId: string;
  readonly tppId: string;
  readonly stateHash: string;
  readonly nonce: string | null;
  readonly codeVerifier: string | null;
  readonly leftAt: number;
  readonly usedAt: number | null;
  /** The evidence of the approval, stored when all checks have passed. */
  readonly idToken: string | null;
  readonly details: readonly unknown[] | null;
}

export interface AuthenticationRequestStore {
  put(request: AuthenticationRequest): Promise<void>;
  find(authorisationId: string): Promise<AuthenticationRequest | null>;
  update(
    authorisationId: string,
    change: Partial<Pick<AuthenticationRequest, 'nonce' | 'codeVerifier' | 'usedAt' | 'idToken' | 'details'>>,
  ): Promise<void>;
  delete(authorisationId: string): Promise<void>;
}

export const authenticationRequestStore: StoreKey<AuthenticationRequestStore> = {
  name: 'authenticationRequests',
};
