import type { Grant, PaymentDetail } from '../domain/authorisations/grant.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import type { StoreKey } from '../operations/ports/stores.ts';

export interface AuthenticationQuestion {
  /** Empty for a log-in. */
  readonly details: readonly PaymentDetail[];
  /** null: the provider decides. */
  readonly language: PageLanguage | null;
}

/** Secrets that are stored until the PSU returns. No response contains them. */
export interface RequestSecrets {
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface StartedAuthentication {
  /** Where the browser of the PSU goes. */
  readonly address: string;
  readonly state: string;
  readonly secrets: RequestSecrets;
}

export interface AuthenticationResponse extends RequestSecrets {
  /** The query with which the browser of the PSU returned. */
  readonly query: string;
  readonly state: string;
}

/** The wrong part: the parameters with which the browser returned, the authorization code, or the ID token. */
export type ProtocolFault = 'RESPONSE' | 'CODE' | 'ID_TOKEN';

export type ProviderAuthentication =
  | {
      readonly result: 'AUTHENTICATED';
      readonly grant: Grant;
      /** null: the ID token has no usable claim with the number, so the check CUSTOMER_CLAIM fails. */
      readonly customerNumber: string | null;
      readonly idToken: string;
    }
  /** The PSU or the provider has refused the request (`access_denied`). */
  | { readonly result: 'REFUSED' }
  /** `detail` is a code of the standards or of openid-client, or the name of the wrong claim. */
  | { readonly result: 'INVALID'; readonly check: ProtocolFault; readonly detail: string };

/** provider.ts implements this interface, and checks the protocol of OpenID Connect. conclude.ts checks the grant. */
export interface IdentityProvider {
  readonly acrValues: readonly string[];
  /** `begin` and `finish` throw UNAVAILABLE if the provider does not respond, or rejects this service. */
  begin(question: AuthenticationQuestion): Promise<StartedAuthentication>;
  finish(response: AuthenticationResponse): Promise<ProviderAuthentication>;
}

/** `nonce` and `codeVerifier` are null after the first return of the PSU. Times are epoch milliseconds, real time. */
export interface AuthenticationRequest {
  readonly authorisationId: string;
  readonly tppId: string;
  readonly stateHash: string;
  readonly nonce: string | null;
  readonly codeVerifier: string | null;
  /** When the PSU left for the provider. */
  readonly leftAt: number;
  /** When the PSU returned; null: not yet. */
  readonly usedAt: number | null;
  /** `idToken` and `grantedDetails` are the evidence of the approval. null: the checks have not all passed yet. */
  readonly idToken: string | null;
  /** The payment details that the provider has granted, as it sent them. */
  readonly grantedDetails: readonly unknown[] | null;
}

export interface AuthenticationRequestStore {
  put(request: AuthenticationRequest): Promise<void>;
  find(authorisationId: string): Promise<AuthenticationRequest | null>;
  update(
    authorisationId: string,
    change: Partial<
      Pick<AuthenticationRequest, 'nonce' | 'codeVerifier' | 'usedAt' | 'idToken' | 'grantedDetails'>
    >,
  ): Promise<void>;
  delete(authorisationId: string): Promise<void>;
}

export const authenticationRequestStore: StoreKey<AuthenticationRequestStore> = {
  name: 'authenticationRequests',
};
